-- A post that is published without a date is published now. A scheduled one still needs its date.
create function private.date_publication() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.publish_at := now();
  return new;
end $$;
comment on function private.date_publication() is 'Sets publish_at of a post that is published without one.';

create trigger blog_posts_date before insert or update on public.blog_posts
  for each row when (new.status = 'published' and new.publish_at is null) execute function private.date_publication();
