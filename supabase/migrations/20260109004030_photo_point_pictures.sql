-- Photos of photo points. Alt text, credit and licence belong to the picture (media_assets).
alter table public.photo_points
  add column cover_url text check (cover_url ~ '^/[^/\s]\S*$'),
  add column photos text[] not null default '{}' check (private.are_pictures(photos));
comment on column public.photo_points.cover_url is 'Address of the picture shown first; null shows the drawn postcard.';
comment on column public.photo_points.photos is 'Addresses of pictures beside the cover, in the order they are shown.';
