/** The queries in the specifications (§7), with their variables. */

export const getTaggedContent = /* GraphQL */ `
  query getTaggedContent($tagName: String, $first: Int = 5, $offset: Int = 0) {
    articlesForTag(tagName: $tagName, first: $first, offset: $offset) {
      totalCount
      nodes { id createdAt canonicalUrl title description summary mainImageUrl subscriptionRequired bodyDelta taggings { nodes { tag { id name slug } } } }
    }
    coursesByTag(tagName: $tagName, first: $first, offset: $offset) {
      totalCount
      nodes {
        id createdAt permalink title description summary primaryDescriptionMarkdown coverImageUrl fullCoverImageUrl posterImageUrl dependencies isFree numReviews
        ratings isLiveWorkshop isBootcamp testimonials { totalCount nodes { rating } } taggings { nodes { tag { id name slug } } }
      }
    }
    booksByTag(tagName: $tagName, first: $first, offset: $offset) {
      totalCount
      nodes {
        id createdAt permalink title subtitle descriptionHtml coverImageUrl fullCoverImageUrl posterImageUrl isForSale
        testimonials { totalCount nodes { rating } } taggings { nodes { tag { id name slug } } }
      }
    }
  }
`;

export const allBooksQuery = /* GraphQL */ `
  query allBooksQuery($bookSlugs: [String], $courseSlugs: [String]) {
    booksBySlugs(slugs: $bookSlugs) {
      nodes {
        id slug title permalink publishedAt createdAt isComingSoon posterImageUrl coverImageUrl fullCoverImageUrl ratings
        clips(first: 3) { nodes { id isShort videoUrl } }
        bookLessons { nodes { id order userProgressesByBookLessonId { totalCount } lesson { id role videoDuration } } }
      }
    }
    coursesBySlugs(slugs: $courseSlugs) {
      nodes {
        id slug title permalink publishedAt createdAt isComingSoon posterImageUrl coverImageUrl fullCoverImageUrl ratings
        clips(first: 3) { nodes { id isShort videoUrl } }
        courseLessons { nodes { id order userProgressesByCourseLessonId { totalCount } lesson { id role videoDuration } } }
      }
    }
  }
`;

export const getTestimonialsQuery = /* GraphQL */ `
  query getTestimonialsQuery($slugs: [String]) {
    testimonialsBySlugs(slugs: $slugs) {
      nodes { id slug name title employer quoteMd rating profileImageUrl websiteUrl twitterUsername githubUsername linkedInUrl }
    }
  }
`;

export const getBookStats = /* GraphQL */ `
  query getBookStats($bookSlugs: [String], $courseSlugs: [String]) {
    booksBySlugs(slugs: $bookSlugs) {
      nodes {
        id title slug permalink posterImageUrl testimonials { totalCount }
        contributions { nodes { title user { id name username profileImageUrl employerName employmentTitle githubUsername twitterUsername websiteUrl } } }
      }
    }
    coursesBySlugs(slugs: $courseSlugs) {
      nodes {
        id title slug permalink posterImageUrl testimonials { totalCount }
        contributions { nodes { title user { id name username profileImageUrl employerName employmentTitle githubUsername twitterUsername websiteUrl } } }
      }
    }
  }
`;

/** The user's testimonial of a course. */
export const usersTestimonial = /* GraphQL */ `
  query usersTestimonial($slug: String!, $userId: UUID!) {
    courseBySlug(slug: $slug) { id testimonials(condition: { userId: $userId }) { nodes { id rating quoteMd } } }
  }
`;

export const clips = /* GraphQL */ `
  query clips($first: Int = 30, $offset: Int = 0, $userId: UUID) {
    clips(first: $first, offset: $offset, userId: $userId) {
      nodes {
        id isShort title description videoUrl thumbnailSeconds commentsCount
        course { id title permalink } book { id title permalink } lesson { id }
        likes { totalCount nodes { id enabled } } shares { totalCount nodes { id enabled } } bookmarks { nodes { id enabled } }
        discussions(first: 1) { nodes { id } }
      }
      pageInfo { hasNextPage }
    }
  }
`;
