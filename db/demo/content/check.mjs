/** Counts and cross-checks the texts of the demo site. Plain Node, no dependency: `node db/demo/content/check.mjs`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const faults = [];
const must = (holds, message) => { if (!holds) faults.push(message); };
const json = (name) => JSON.parse(readFileSync(join(here, name), "utf8"));
const value = (text) => { try { return JSON.parse(text); } catch { return text; } };

function markdown(path) {
  const text = readFileSync(join(here, path), "utf8");
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!match) { faults.push(`${path}: no front matter`); return { path, body: "" }; }
  const front = {};
  for (const line of match[1].split("\n")) {
    const at = line.indexOf(": ");
    must(at > 0, `${path}: not a key and a value: ${line}`);
    must(!(line.slice(0, at) in front), `${path}: key twice: ${line.slice(0, at)}`);
    front[line.slice(0, at)] = value(line.slice(at + 2));
  }
  return { ...front, path, body: match[2].trim() };
}
const plain = (body) => body.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`]/g, "");
const words = (body) => body.split(/\s+/).filter(Boolean).length;

function checkBody(file) {
  const { path, body } = file;
  must(words(body) >= 20, `${path}: ${words(body)} words`);
  must((body.match(/^```/gm) ?? []).length % 2 === 0, `${path}: a code block is not closed`);
  const prose = body.replace(/^```[\s\S]*?^```$/gm, "");
  must((prose.match(/^:{3,}[a-z]+(\{.*\})?$/gm) ?? []).length === (prose.match(/^:{3,}$/gm) ?? []).length, `${path}: directives do not pair`);
  for (const [, type] of prose.matchAll(/^:::panel\{type=(\w*)/gm)) must(/^(info|tip|success|warning|error|important)$/.test(type), `${path}: callout ${type}`);
  must(!/^# /m.test(prose), `${path}: a heading of level 1`);
  must(!/<[a-z/]/i.test(prose.replace(/`[^`]*`/g, "")), `${path}: HTML`);
  must(!/lorem|TODO|TBD/.test(body), `${path}: filler`);
  must((prose.match(/^::paywall$/gm) ?? []).length <= 1, `${path}: two paywall markers`);
  file.marker = /^::paywall$/m.test(prose);
}

const people = json("people.json"), tags = json("tags.json"), logos = json("logos.json"), clips = json("clips.json");
const who = new Set(people.map((person) => person.username));
for (const author of json("authors.json")) must(who.has(author.username), `authors.json: person ${author.username}`);
const tagSlugs = new Set([...tags.categories, ...tags.technologies].map((tag) => tag.slug));
const topics = new Set(tags.categories.map((tag) => tag.slug));
must(who.size === people.length, "a username occurs twice");
must(new Set(people.map((person) => person.email)).size === people.length, "an e-mail occurs twice");
for (const demo of ["learner", "anotherLearner", "proLearner", "author", "admin"]) must(people.filter((person) => person.demo === demo).length === 1, `demo person ${demo}`);
for (const person of people) for (const url of [person.websiteUrl].filter(Boolean)) must(/^https:\/\/[a-z.-]+\.example$/.test(url), `${person.username}: ${url}`);

const items = new Map(), lessons = new Map();
for (const kind of ["courses", "books"]) for (const slug of readdirSync(join(here, kind))) {
  const item = markdown(`${kind}/${slug}/index.md`);
  items.set(`${kind}/${slug}`, item);
  must(item.slug === slug, `${item.path}: slug`);
  for (const key of ["title", "subtitle", "permalink", "summary", "description", "dependencies", "sections", "topic", "syllabus", "faq", "resources", "marketing"]) must(item[key] !== undefined, `${item.path}: no ${key}`);
  must(topics.has(item.topic), `${item.path}: topic`);
  for (const tag of item.tags) must(tagSlugs.has(tag), `${item.path}: tag ${tag}`);
  for (const user of [...item.authors, ...(item.editors ?? [])]) must(who.has(user), `${item.path}: person ${user}`);
  must(item.body.length > 80, `${item.path}: body`);
  const files = readdirSync(join(here, kind, slug)).filter((name) => name !== "index.md").toSorted();
  files.forEach((name, index) => {
    const lesson = markdown(`${kind}/${slug}/${name}`);
    must(name === `${String(index + 1).padStart(2, "0")}-${lesson.slug}.md`, `${lesson.path}: name`);
    must(item.sections.includes(lesson.section), `${lesson.path}: section`);
    must(["INTRODUCTION", "LESSON", "CHAPTER", "CHANGELOG"].includes(lesson.role), `${lesson.path}: role`);
    must(lesson.video === null || (lesson.video >= 1 && lesson.video <= 24), `${lesson.path}: video`);
    checkBody(lesson);
    must(!(lesson.marker && lesson.isFree), `${lesson.path}: a free lesson with a paywall marker`);
    lessons.set(`${slug}/${lesson.slug}`, lesson);
  });
  must(files.length >= 5 && files.length <= 14, `${item.path}: ${files.length} lessons`);
}
const permalinks = [...items.values()].map((item) => item.permalink);
must(new Set(permalinks).size === permalinks.length, "a permalink occurs twice");

const articles = new Map();
for (const name of readdirSync(join(here, "articles"))) {
  const article = markdown(`articles/${name}`);
  must(`${article.slug}.md` === name, `${article.path}: slug`);
  must(who.has(article.author), `${article.path}: author`);
  for (const tag of article.tags) must(tagSlugs.has(tag), `${article.path}: tag ${tag}`);
  checkBody(article);
  must(!article.marker || article.subscriptionRequired, `${article.path}: marker in a free article`);
  articles.set(article.slug, article);
}

const clipSlugs = new Set(clips.map((clip) => clip.slug));
must(clipSlugs.size === clips.length, "a clip occurs twice");
for (const clip of clips) {
  const key = clip.course ? `courses/${clip.course}` : `books/${clip.book}`;
  must(items.has(key) && !(clip.course && clip.book), `clip ${clip.slug}: item`);
  must(clip.lesson === null || lessons.has(`${clip.course ?? clip.book}/${clip.lesson}`), `clip ${clip.slug}: lesson ${clip.lesson}`);
  must(clip.isShort ? clip.video >= 1 && clip.video <= 16 : clip.video >= 17 && clip.video <= 24, `clip ${clip.slug}: video`);
  must(clip.thumbnail >= 0 && clip.thumbnail <= 3, `clip ${clip.slug}: thumbnail`);
}

let reviewCount = 0, surveyCount = 0, testimonialCount = 0, featured = 0;
if (existsSync(join(here, "reviews.json"))) {
  const { reviews, surveys, testimonials } = json("reviews.json"), seen = new Set(), texts = new Set();
  for (const review of [...reviews, ...surveys]) {
    must(who.has(review.user) && items.has(review.item), `review ${review.user} ${review.item}`);
    const rating = review.rating ?? review.scaleNumber;
    must(Number.isInteger(rating) && rating >= 1 && rating <= 5, `review ${review.user} ${review.item}: rating`);
    must(!items.get(review.item)?.authors.includes(review.user), `review ${review.user} ${review.item}: by its author`);
    const text = review.quoteMd ?? review.reviewText;
    must(text.length > 0 && (review.quoteMd ?? "").length <= 200, `review ${review.user} ${review.item}: ${text.length} characters`);
    must(!texts.has(text), `review text twice: ${text}`); texts.add(text);
  }
  for (const review of reviews) { const key = `${review.user} ${review.item}`; must(!seen.has(key), `review twice: ${key}`); seen.add(key); }
  must(new Set(testimonials.map((one) => one.slug)).size === testimonials.length, "a testimonial slug occurs twice");
  for (const one of testimonials) must(one.quoteMd.length <= 200 && (one.item === null || items.has(one.item)), `testimonial ${one.slug}`);
  [reviewCount, surveyCount, testimonialCount, featured] = [reviews.length, surveys.length, testimonials.length, testimonials.filter((one) => one.featured).length];
  must(reviewCount >= 250, "250 reviews"); must(surveyCount >= 20, "20 surveys"); must(featured === 14, "14 featured testimonials");
}

let discussionCount = 0, commentCount = 0;
if (existsSync(join(here, "discussions.json"))) {
  const discussions = json("discussions.json"), ids = new Set();
  discussionCount = discussions.length;
  for (const discussion of discussions) {
    const [kind, ...rest] = discussion.on.split(":"), key = rest.join(":");
    const target = kind === "clip" ? clipSlugs.has(key) : kind === "lesson" ? lessons.get(key) : articles.get(key);
    must(target, `discussion on ${discussion.on}`);
    if (discussion.quote !== null) must(kind !== "clip" && (target?.body.includes(discussion.quote) || plain(target?.body ?? "").includes(discussion.quote)), `${discussion.on}: quote not found: ${discussion.quote}`);
    if (discussion.timecodeStart !== null) must(kind === "clip" || target?.video, `${discussion.on}: a time without a video`);
    const own = new Set();
    discussion.comments.forEach((comment, index) => {
      must(who.has(comment.by), `${discussion.on}: ${comment.by}`);
      must(comment.md.trim().length > 0, `${discussion.on}: an empty comment`);
      must(!ids.has(comment.id), `comment id ${comment.id} twice`);
      must(comment.replyTo === null ? true : own.has(comment.replyTo), `${discussion.on}: reply to ${comment.replyTo}`);
      must(index === 0 || comment.hoursAfter >= discussion.comments[index - 1].hoursAfter, `${discussion.on}: order of time`);
      must(comment.hoursAfter / 24 <= discussion.createdDaysAgo, `${discussion.on}: a comment from tomorrow`);
      ids.add(comment.id); own.add(comment.id); commentCount += 1;
    });
  }
  must(commentCount >= 400, "400 comments");
}

const { progress, entitlements, streaks } = json("progress.json"), pairs = new Set();
for (const row of progress) {
  must(who.has(row.user) && items.has(row.item), `progress ${row.user} ${row.item}`);
  const count = [...lessons.values()].filter((lesson) => lesson.path.startsWith(`${row.item}/`) && lesson.role !== "CHANGELOG").length;
  must(row.completed <= count && row.lastDaysAgo <= row.enrolledDaysAgo, `progress ${row.user} ${row.item}: ${row.completed} of ${count}`);
  must(!pairs.has(`${row.user} ${row.item}`), `progress twice: ${row.user} ${row.item}`); pairs.add(`${row.user} ${row.item}`);
}
for (const row of entitlements) must(who.has(row.user) && (row.item === undefined || items.has(row.item)), `entitlement ${row.user}`);
for (const row of streaks) must(who.has(row.user), `streak ${row.user}`);

const all = [...items], count = (test) => all.filter(([, item]) => test(item)).length;
for (const flag of ["isFree", "isMasterclass", "isBootcamp", "isLiveWorkshop", "isComingSoon", "isEarlyAccess", "isArchived"]) must(count((item) => item[flag] === true) > 0, `nothing has ${flag}`);
must(count((item) => item.publishedDaysAgo < 0) > 0, "nothing is scheduled");
must(count((item) => !item.isShownPublicly) > 0, "nothing is unlisted");
must(count((item) => !item.isPublished && !item.isComingSoon) > 0, "nothing is a draft");
must(count((item) => item.createdDaysAgo < 14 && item.isPublished) > 0, "nothing is new");
must(permalinks.includes("/fullstack-graphql"), "no book at /fullstack-graphql");
const courses = all.filter(([key]) => key.startsWith("courses/")).length, long = [...lessons.values()].filter((lesson) => words(lesson.body) >= 600).length;
const counts = { courses, books: all.length - courses, lessons: lessons.size, longLessons: long, markers: [...lessons.values()].filter((lesson) => lesson.marker).length, articles: articles.size,
  shorts: clips.filter((clip) => clip.isShort).length, fulls: clips.filter((clip) => !clip.isShort).length, authors: people.filter((person) => person.isAuthor).length,
  learners: people.filter((person) => !person.isAuthor && !person.isAdmin).length, reviews: reviewCount, surveys: surveyCount, testimonials: testimonialCount, discussions: discussionCount, comments: commentCount,
  progress: progress.length, entitlements: entitlements.length, logos: logos.customers.length + logos.students.length, words: [...lessons.values(), ...articles.values()].reduce((sum, file) => sum + words(file.body), 0) };
for (const [name, least] of Object.entries({ courses: 13, books: 13, lessons: 170, longLessons: 30, articles: 20, shorts: 60, fulls: 30, authors: 15, learners: 40 })) must(counts[name] >= least, `${name}: ${counts[name]} of ${least}`);
console.log(Object.entries(counts).map(([name, number]) => `${name} ${number}`).join("\n"));
if (faults.length > 0) { console.error(`\n${faults.join("\n")}\n${faults.length} faults`); process.exit(1); }
