--! Previous: sha1:1f7e1a6fb63748e15019f59ebb04d08239ef4815
--! Hash: sha1:fcb233ea650ea329ecd49d067f01d0e747437b96

-- Pages show changed tags, plans and prices with the next answer. A cached page with a former price would be wrong, not just old.
call app_private.announce_changes('app_public.tags', '!tags');
call app_private.announce_changes('app_public.former_tag_slugs', '!tags');
call app_private.announce_changes('app_public.products', '!plans');
call app_private.announce_changes('app_public.plans', '!plans');
call app_private.announce_changes('app_public.item_prices', '!plans');
