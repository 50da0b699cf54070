create table public.app_reviews (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete set null,
  rating integer not null check (rating between 1 and 5),
  nps integer check (nps between 0 and 10),
  topic text check (topic in ('content', 'maps', 'speed', 'app', 'events', 'services', 'other')),
  text text,
  name text,
  contact text,
  publish_ok boolean not null default false,
  app_version text,
  device text,
  status text not null default 'pending' check (status in ('pending', 'published', 'hidden')),
  reply text check (char_length(reply) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint review_is_published_with_consent check (status <> 'published' or publish_ok)
);
comment on table public.app_reviews is 'What people think of the portal. Strangers read the published ones through published_app_reviews().';
comment on column public.app_reviews.contact is 'E-mail or phone, for an answer; never shown.';
comment on column public.app_reviews.name is 'The name shown with a published review.';

create index app_reviews_status_idx on public.app_reviews (status, created_at desc);

alter table public.app_reviews enable row level security;
grant select, update on public.app_reviews to authenticated;
grant all on public.app_reviews to service_role;

create policy "review managers read app reviews" on public.app_reviews
  for select to authenticated using ((select private.has_permission('app_reviews')));
create policy "review managers answer app reviews" on public.app_reviews
  for update to authenticated
  using ((select private.has_permission('app_reviews')))
  with check ((select private.has_permission('app_reviews')));

create trigger app_reviews_guard before update on public.app_reviews
  for each row execute function private.guard_columns('status,reply');
create trigger app_reviews_touch before update on public.app_reviews
  for each row execute function private.touch_updated_at();
-- Personal data stays out of the trail.
create trigger app_reviews_audit after update on public.app_reviews
  for each row execute function private.write_audit('id', 'status,reply');

create function private.file_app_review(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.app_reviews (user_id, rating, nps, topic, text, name, contact, publish_ok, app_version, device) values (
    (select profiles.id from public.profiles where profiles.id = (select auth.uid())),
    private.whole_field(payload, 'rating', 1, 5, true),
    private.whole_field(payload, 'nps', 0, 10),
    private.choice_field(payload, 'topic', array['content', 'maps', 'speed', 'app', 'events', 'services', 'other'], false),
    private.text_field(payload, 'text', 4000),
    private.text_field(payload, 'name', 80),
    private.text_field(payload, 'contact', 254),
    private.flag_field(payload, 'publish_ok'),
    private.text_field(payload, 'app_version', 40),
    private.text_field(payload, 'device', 200)
  )
  -- One review per account: a second one replaces the first and is looked at again.
  on conflict (user_id) do update set
    rating = excluded.rating, nps = excluded.nps, topic = excluded.topic, text = excluded.text, name = excluded.name,
    contact = excluded.contact, publish_ok = excluded.publish_ok, app_version = excluded.app_version,
    device = excluded.device, status = 'pending';
end $$;
comment on function private.file_app_review(jsonb) is 'rating 1–5; nps, topic, text, name, contact and publish_ok when given.';

-- Bound to the private function when it is created: callers need no way into schema private.
create function public.submit_app_review(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
return private.file_app_review(payload);
comment on function public.submit_app_review(jsonb) is 'Rates the portal.';
grant execute on function public.submit_app_review(jsonb) to anon, authenticated, service_role;

create function private.read_published_app_reviews(max_rows integer) returns table (
  id uuid, rating integer, topic text, text text, name text, reply text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select id, rating, topic, text, name, reply, created_at
  from public.app_reviews
  where status = 'published' and text is not null
  order by created_at desc, id
  limit least(greatest(max_rows, 1), 100)
$$;
create function public.published_app_reviews(max_rows integer default 20) returns table (
  id uuid, rating integer, topic text, text text, name text, reply text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_published_app_reviews(max_rows);
end;
comment on function public.published_app_reviews(integer) is 'Published reviews, newest first, without personal data.';
grant execute on function public.published_app_reviews(integer) to anon, authenticated, service_role;

create function private.read_app_rating() returns table (average numeric, total bigint)
language sql stable security definer set search_path = '' as $$
  select round(avg(rating), 1), count(*) from public.app_reviews where status <> 'hidden'
$$;
create function public.app_rating() returns table (average numeric, total bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_app_rating();
end;
comment on function public.app_rating() is 'Average and number of all ratings, hidden ones aside; average is null before the first.';
grant execute on function public.app_rating() to anon, authenticated, service_role;
