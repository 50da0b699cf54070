-- Reviews of the app.

create table public.app_reviews (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete set null,
  rating integer not null check (rating between 1 and 5),
  nps integer check (nps between 0 and 10),
  topic text check (topic = any (private.review_topics())),
  text text,
  name text,
  contact text,
  publish_ok boolean not null default false,
  app_version text,
  device text,
  status text not null default 'pending' check (status = any (private.review_statuses())),
  reply text check (char_length(reply) <= 1000),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint review_is_published_with_consent check (status <> 'published' or publish_ok)
);
comment on table public.app_reviews is
  'Reviews of the portal; anonymous visitors read the published ones through published_app_reviews().';
comment on column public.app_reviews.name is 'The name shown with a published review.';
comment on column public.app_reviews.contact is 'E-mail or phone, for an answer; never shown.';
create index app_reviews_status_idx on public.app_reviews (status, created_at desc);
create index app_reviews_created_at_idx on public.app_reviews (created_at desc);
create index app_reviews_decided_by_idx on public.app_reviews (decided_by);
alter table public.app_reviews enable row level security;
grant select on public.app_reviews to anon, authenticated;
grant all on public.app_reviews to service_role;
create policy "review managers read app reviews" on public.app_reviews
  for select to authenticated using ((select private.has_permission('app_reviews')));
create trigger app_reviews_touch before update on public.app_reviews
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger app_reviews_audit after update on public.app_reviews
  for each row execute function private.write_audit('id', 'status,reply');

insert into private.audit_log_permissions (entity, permission) values
  ('app_reviews', 'app_reviews');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('app_reviews', 'user_id', 'account', 'own', 'Avaliação do portal', 'delete', 13),
  ('app_reviews', 'contact', 'address', 'own', 'Avaliação do portal com este e-mail', 'delete', 14),
  ('app_reviews', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 38);

select
  private.declare_columns('app_reviews', 'exported',
    '{id,user_id,rating,nps,topic,text,name,contact,publish_ok,app_version,device,status,reply,decided_at,
      created_at,updated_at}'),
  private.declare_columns('app_reviews', 'withheld', '{decided_by}', 'another person: who answered');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('app_reviews', 'public.app_reviews', 'greatest(created_at, updated_at)', '5 years', 110);

create function private.file_app_review(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.app_reviews (user_id, rating, nps, topic, text, name, contact, publish_ok, app_version, device)
    values (
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
    private.whole_field(payload, 'rating', 1, 5, true),
    private.whole_field(payload, 'nps', 0, 10),
    private.choice_field(payload, 'topic', private.review_topics(),
      false),
    private.text_field(payload, 'text', 4000),
    private.text_field(payload, 'name', 80),
    private.text_field(payload, 'contact', 254),
    private.flag_field(payload, 'publish_ok'),
    private.text_field(payload, 'app_version', 40),
    private.text_field(payload, 'device', 200)
  )
  -- One review per account: a second one replaces the first and is moderated again.
  on conflict (user_id) do update set
    rating = excluded.rating, nps = excluded.nps, topic = excluded.topic, text = excluded.text, name = excluded.name,
    contact = excluded.contact, publish_ok = excluded.publish_ok, app_version = excluded.app_version,
    device = excluded.device, status = 'pending';
end $$;
comment on function private.file_app_review is
  'Stores a review of the portal, one per account; required field: rating (1 to 5); optional: nps, topic, text, name, '
  'contact, publish_ok, app_version and device; refuses an invalid field.';

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

create function private.read_app_rating() returns table (average numeric, total bigint)
language sql stable security definer set search_path = '' as $$
  select round(avg(rating), 1), count(*) from public.app_reviews where status <> 'hidden'
$$;

create function private.decide_app_review(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  if decision = 'approve' and exists (select from public.app_reviews where id = item and not publish_ok) then
    return private.refused('no_consent');
  end if;
  return private.change_item_status('public.app_reviews', 'app_reviews', '{
    "pending": {"approve": "published", "reject": "hidden"}, "reopen": "pending"
  }', item, decision, reason, expected_status);
end $$;

create function private.reply_app_review(item uuid, reply text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  update public.app_reviews set reply = nullif(btrim(reply_app_review.reply), '') where id = item;
  return private.saved_or_gone(found);
end $$;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_app_review(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('reviews');
  select private.file_app_review(payload);
end;
comment on function public.submit_app_review is
  'Stores a review of the portal; anyone may call it; refuses with feature_off or invalid.';
grant execute on function public.submit_app_review to anon, authenticated, service_role;

create function public.published_app_reviews(max_rows integer default 20) returns table (
  id uuid, rating integer, topic text, text text, name text, reply text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_published_app_reviews(max_rows);
end;
comment on function public.published_app_reviews is 'Published reviews, newest first, without personal data.';
grant execute on function public.published_app_reviews to anon, authenticated, service_role;

create function public.app_rating() returns table (average numeric, total bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_app_rating();
end;
comment on function public.app_rating is
  'Returns the average and the number of all ratings except hidden ones; average is null without ratings; anyone may '
  'call it.';
grant execute on function public.app_rating to anon, authenticated, service_role;

create function public.decide_app_review(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_app_review(id, decision, reason, expected_status);
comment on function public.decide_app_review is
  'Decides about a review of the portal: approve publishes it (only with the author''s consent), reject hides it, '
  'reopen sets pending; answers saved, conflict, gone, or refused with no_consent; raises 42501 without the permission '
  'app_reviews, and refuses an invalid field.';
grant execute on function public.decide_app_review to authenticated, service_role;

create function public.reply_app_review(id uuid, reply text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.reply_app_review(id, reply);
comment on function public.reply_app_review is
  'Sets the reply to a review, an empty text removes it; gone when there is no such review; raises 42501 '
  'without the permission app_reviews.';
grant execute on function public.reply_app_review to authenticated, service_role;
