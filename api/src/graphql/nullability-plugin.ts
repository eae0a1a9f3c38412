import type {} from 'postgraphile';

/** Fields of functions and composite types that are never null, which PostgreSQL knows only of table columns. */
export const neverNull: Readonly<Record<string, readonly string[]>> = {
  AdministrationOverview: [
    'addressesCount',
    'hiddenReviewsCount',
    'peopleCount',
    'reportedCount',
    'staffCount',
    'subscriptionsCount',
    'suspendedCount',
  ],
  AdministratorSecurity: ['administratorsCount', 'hasSecondStep', 'isSecondStepRequired', 'securedCount'],
  Article: ['commentsCount', 'mayPublish', 'status'],
  ArticleRevision: ['bodyDelta'],
  AuthorSalesLine: ['currency', 'startsOn', 'unitsCount'],
  Book: ['isOpen', 'lessonPages', 'ratings', 'mayPublish', 'mayWrite', 'status', 'videoSeconds'],
  CheckoutOffer: ['amountCents', 'currency', 'discountPercent', 'fullAmountCents', 'isAdvanced', 'name'],
  ClipState: ['clipId', 'commentsCount', 'isBookmarked', 'isLiked', 'isShared', 'likesCount', 'sharesCount'],
  ClipTotal: ['full', 'shorts'],
  Comment: ['isAdmin', 'isContributor', 'isDiscussionAuthor', 'reactionCounts', 'viewerReactions'],
  Course: ['isOpen', 'lessonPages', 'ratings', 'mayPublish', 'mayWrite', 'status', 'videoSeconds'],
  Discussion: ['viewerMayResolve'],
  DiscussionMark: ['commentsCount', 'discussionId', 'excerpt', 'isOrphaned'],
  NoteEntry: ['createdAt', 'id', 'isOrphaned', 'itemId', 'itemTitle', 'version'],
  NoteList: ['entries', 'matchesCount', 'notesCount', 'titles'],
  NoteMark: ['id', 'isOrphaned'],
  NoteTitle: ['count', 'itemId', 'title'],
  FiguresLine: ['enrolledCount', 'enrolledInAllCount', 'openQuestionsCount', 'ratingCount', 'title'],
  FiguresList: ['itemsCount', 'lines'],
  ItemFigure: [
    'activeCount',
    'countedTo',
    'enrolledCount',
    'enrolledInAllCount',
    'finishedCount',
    'lessons',
    'openQuestionsCount',
    'ratingCounts',
    'title',
  ],
  ItemProgress: ['completedLessonIds', 'isBegun', 'isEnrolled', 'markedLessons', 'openLessonIds', 'readLessons', 'watchedLessons'],
  Lesson: ['commentsCount', 'isOpen', 'mayPublish', 'mayWrite', 'permalink'],
  LessonFigure: ['begunCount', 'completedCount', 'lessonId', 'slug', 'title'],
  LessonProgress: ['blocks', 'isCompleted', 'readBlocks', 'watchedSeconds'],
  LessonRevision: ['bodyDelta'],
  Library: ['completedCount', 'filters', 'isNearly', 'isTodayCounted', 'items', 'itemsCount', 'matchesCount'],
  LibraryFilter: ['count', 'filterGroup', 'value'],
  LibraryItem: [
    'accessedAt',
    'enrolledAt',
    'id',
    'instructors',
    'isBook',
    'isBootcamp',
    'isLiveWorkshop',
    'isMasterclass',
    'lessonStates',
    'permalink',
    'status',
    'technologies',
    'title',
    'topic',
  ],
  NewsletterAddress: ['askedAt', 'email', 'id', 'state'],
  LessonPage: ['permalink', 'updatedAt'],
  Page: ['permalink'],
  PageRevision: ['bodyDelta'],
  OutlineLine: ['isCompleted', 'isFree', 'lessonId', 'permalink', 'role', 'title'],
  PersonAccount: [
    'commentsCount',
    'email',
    'hasTwoStep',
    'isEmailVerified',
    'passkeysCount',
    'reviewsCount',
    'sessionsCount',
    'signInMethods',
    'userId',
  ],
  PersonEntry: ['displayName', 'email', 'id', 'isAdmin', 'isEmailVerified', 'isPro', 'isSuspended', 'joinedAt', 'username'],
  PersonSession: ['expiresAt', 'id', 'seenAt', 'startedAt'],
  Plan: ['numSubscribers'],
  PriceRange: ['currency', 'highestCents', 'lowestCents'],
  Query: [
    'administrationOverview',
    'administratorSecurity',
    'auditActions',
    'clipTotals',
    'isAuthor',
    'isSecondStepMissing',
    'jobs',
    'listedUsernames',
    'streak',
  ],
  ReactionCount: ['count', 'kind'],
  SalesLine: ['currency', 'grossCents', 'netCents', 'refundedCents', 'startsOn', 'taxCents', 'title', 'unitsCount'],
  SalesList: ['authors', 'authorsCount', 'lines', 'linesCount', 'titles', 'totals'],
  SalesTotal: ['currency', 'grossCents', 'netCents', 'refundedCents', 'taxCents', 'unitsCount'],
  SearchHit: ['excerpt', 'kind', 'path', 'searched'],
  SentMail: ['address', 'id', 'sentAt', 'subject'],
  SignUpCount: ['peopleCount', 'startsOn'],
  Review: ['createdAt', 'id', 'isFinished', 'isSurvey', 'rating', 'text'],
  RevenueMonth: ['currency', 'paidCents', 'paymentsCount', 'refundedCents', 'startsOn', 'taxCents'],
  SubscriptionMonth: ['atStartCount', 'churnedCount', 'endedCount', 'paidTrialsCount', 'startedCount', 'startsOn', 'trialsCount'],
  Tag: ['numTitles', 'numUses'],
  TitleShare: ['authorsCount', 'title'],
  TranscriptLine: ['second', 'words'],
  User: ['displayName', 'isPro'],
  VideoFigure: ['lessonId', 'title', 'videoSeconds', 'viewersBySecond', 'viewersCount'],
};

/** Marks fields as non-null: lists, which are empty instead, the fields above, and the members of arrays. */
export const NullabilityPlugin: GraphileConfig.Plugin = {
  name: 'NullabilityPlugin',
  schema: {
    hooks: {
      GraphQLObjectType_fields_field: {
        after: ['PgCustomTypeFieldPlugin', 'PgAllRowsPlugin', 'ListPlugin'],
        callback(field, { graphql: { GraphQLList, GraphQLNonNull, isListType, isNonNullType } }, { Self, scope }) {
          const isNeverNull =
            isNonNullType(field.type) ||
            scope.isPgFieldConnection === true ||
            scope.isPgFieldSimpleCollection === true ||
            neverNull[Self.name]?.includes(scope.fieldName) === true;
          const bare = isNonNullType(field.type) ? field.type.ofType : field.type;
          const type = isListType(bare) && !isNonNullType(bare.ofType) ? new GraphQLList(new GraphQLNonNull(bare.ofType)) : bare;
          return { ...field, type: isNeverNull ? new GraphQLNonNull(type) : type };
        },
      },
    },
  },
};
