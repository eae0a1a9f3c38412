import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

/** Test cases for the tables of videos and images. */
export const videoDoors: readonly Door[] = [
  {
    name: 'a picture lies at a host of the list',
    person: people.learner,
    perform: `update app_public.users set profile_image_url = 'https://pictures.example/u/1' where id = '${people.learner.userId}'`,
    query: `select profile_image_url from app_public.users where id = '${people.learner.userId}'`,
    answer: 'https://pictures.example/u/1',
  },
  {
    name: 'a video is begun and counted',
    person: people.author,
    perform: `select app_public.begin_video('video-door', 'talk.mp4', 7, 'local', '${idOf('lesson course published')}', null, null, null, 100)`,
    query: `select v.course_id || ' ' || b.byte_count from app_public.videos v join app_private.video_budgets b on b.user_id = v.owner_id where v.playback_id = 'video-door'`,
    answer: `${idOf('course published')} 7`,
  },
  {
    name: 'a video gets captions',
    person: people.author,
    perform: `select app_public.save_video_captions('video-author', 'de', 'WEBVTT', '{0}', '{1}', '{Hallo}')`,
    query: `select count(*) from app_public.video_captions c where c.video_id = '${idOf('video author')}'`,
    answer: '2',
  },
  {
    name: 'the files of a discarded video are due',
    person: people.author,
    perform: `select app_public.discard_video('video-author')`,
    query: `select provider from app_private.unkept_videos where playback_id = 'video-author'`,
    answer: 'local',
  },
];
