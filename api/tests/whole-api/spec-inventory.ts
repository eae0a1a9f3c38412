/** All entities and fields of both specifications' §3, as written there; the map in docs/ must contain them. */
export const specInventory: Readonly<Record<string, string>> = {
  Clip: 'id, isShort, videoUrl, title, description, discussions, bookmarks.enabled, likes.totalCount, shares.totalCount, course, lesson',
  Course:
    'id, title, slug, permalink, posterImageUrl, heroVideoUrl, clips.nodes.id, clips.nodes.videoUrl, clips.nodes.isShort, courseSections, courseLessons.order, courseLessons.lesson, courseLessons.userProgressesByCourseLessonId.totalCount, testimonials, testimonials.totalCount, testimonials.nodes.rating, ratings, previewPdfUrl, isComingSoon, isPublished, isEarlyAccess, publishedAt, createdAt, updatedAt, numExercises, numReviews, contributions.title, contributions.user, surveys, isBootcamp, isLiveWorkshop, archetype, __typename, subtitle, description, summary, primaryDescriptionMarkdown, coverImageUrl, fullCoverImageUrl, dependencies, taggings.nodes.tag.slug, isShownPublicly, numLessons, numStudents, pricingFeatures, syllabus, faq, resources, lessonLanguage, previewPercent, topic, marketing (headline), marketing (copy), subscriptionRequired, isFree, isMasterclass',
  Book: 'id, title, slug, permalink, posterImageUrl, heroVideoUrl, clips.nodes.id, clips.nodes.videoUrl, clips.nodes.isShort, courseSections, bookLessons.order, bookLessons.lesson, bookLessons.userProgressesByBookLessonId.totalCount, testimonials, testimonials.totalCount, testimonials.nodes.rating, ratings, previewPdfUrl, isComingSoon, isPublished, isEarlyAccess, publishedAt, createdAt, updatedAt, numExercises, numReviews, contributions.title, contributions.user, surveys, isBootcamp, isLiveWorkshop, archetype, __typename, subtitle, description, summary, primaryDescriptionMarkdown, coverImageUrl, fullCoverImageUrl, dependencies, taggings.nodes.tag.slug, isShownPublicly, numLessons, numStudents, pricingFeatures, syllabus, faq, resources, lessonLanguage, previewPercent, topic, marketing (headline), marketing (copy), isForSale, descriptionHtml',
  'Course lesson': 'id, order, userProgressesByCourseLessonId.totalCount, lesson',
  'Book lesson': 'id, order, userProgressesByBookLessonId.totalCount, lesson',
  Lesson: 'id, title, description, permalink, role, videoDuration, isAdvancedPackageLesson',
  Discussion:
    'id, nodeId, createdAt, updatedAt, lessonId, articleId, clipId, timecodeStart, selection.from, selection.to, selection.version, selection.delta, selection.text, selection.node, comments.totalCount, comments.nodes',
  'Comment (stored)':
    'id, nodeId, createdAt, updatedAt, bodyHtml, bodyMarkdown, bodyDelta, edited, editedAt, deleted, deletedAt, markdownCharacterCount, positiveReactionsCount, reactionsCount, spaminessRating, parentId, userId, discussionId, user, clipId',
  'Comment (display)': 'id, saidAt, text, delta, user, parentId, isDiscussionAuthor, isContributor, isAdmin',
  User: 'id, name, username, profileImageUrl, employmentTitle, employerName, githubUsername, twitterUsername, websiteUrl, name, or the username',
  Testimonial:
    'id, slug, userId, courseId, bookId, rating, quoteMd, createdAt, updatedAt, name, title, employer, websiteUrl, twitterUsername, githubUsername, linkedInUrl, profileImageUrl',
  'Survey-style review': 'scaleNumber, reviewText',
  Attachment: 'id, attachableId, discussionId, file, name, imageUrl, kind, contentType',
  Tag: 'id, name, slug',
  Article: 'id, createdAt, canonicalUrl, title, description, summary, mainImageUrl, subscriptionRequired, bodyDelta, taggings',
  'Remote code':
    'url, displayName, startLine, endLine, codeQuery, text, filepath, range start, range end, commit.oid, commit.refname, repository.service, repository.owner, repository.name, errors, uniqueId',
  Embed: 'type, version, title, author, provider, cacheAge, thumbnail, description, html, iframeSrc, scriptSrc, width, height',
  'Editor nodes':
    'code block, remote code block, embed, iframe embed, image, image upload placeholder, panel, heading, paragraph, lists and horizontal rule, blockquote, mermaid, math, table, row and cell, summary, paywall threshold marker, protected repository link, IDE embed, compiled MDX, marks',
};
