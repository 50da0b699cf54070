-- Promotions of events, links whose registrations are counted, and texts of ads.

create table public.event_ad_drafts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  audience text not null check (audience = any (private.promotion_audiences())),
  tone text not null check (tone = any (private.promotion_tones())),
  channel text not null check (channel = any (private.promotion_channels())),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  text text not null check (text !~ '^\s*$' and char_length(text) <= 2200),
  status text not null default 'draft' check (status = any (private.promotion_statuses())),
  approved_by uuid references public.profiles (id) on delete set null,
  approved_at timestamptz,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  size text check (size in ('square', 'story', 'landscape', 'leaderboard')),
  generator text not null default 'template' check (generator in ('template', 'provider')),
  constraint approved_text_has_its_time check ((status = 'approved') = (approved_at is not null)),
  constraint art_has_a_short_line check (size is null or char_length(text) <= 90)
);
comment on table public.event_ad_drafts is
  'Texts that announce an event. Only approved ones are offered on the promotion page.';
comment on column public.event_ad_drafts.status is
  'Changed by private.decide_ad_draft; a changed text is a draft again.';
comment on column public.event_ad_drafts.size is
  'The format of an art, which is drawn when it is opened; null for a text.';
comment on column public.event_ad_drafts.generator is
  'What wrote the text: the template of the portal or the outside service of TEXT_SERVICE_URL.';
create index event_ad_drafts_event_id_idx on public.event_ad_drafts (event_id, status, created_at desc);
create index event_ad_drafts_approved_by_idx on public.event_ad_drafts (approved_by);
create index event_ad_drafts_created_by_idx on public.event_ad_drafts (created_by);
create index event_ad_drafts_created_at_idx on public.event_ad_drafts (created_at desc);
alter table public.event_ad_drafts enable row level security;
grant select, insert, update on public.event_ad_drafts to authenticated;
grant all on public.event_ad_drafts to service_role;
create policy "announcement staff reads texts, event managers approved ones" on public.event_ad_drafts
  for select to authenticated
  using (
    (select private.is_staff())
    and ((select private.has_permission('event_ai_ads')) or (status = 'approved'
      and (select private.has_permission('events'))))
  );
create policy "announcement staff adds texts in its own name" on public.event_ad_drafts
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('event_ai_ads'))
    and created_by = (select private.account_id()));
create policy "announcement staff updates texts" on public.event_ad_drafts
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('event_ai_ads')))
  with check ((select private.is_staff()) and (select private.has_permission('event_ai_ads')));
create trigger event_ad_drafts_functions_only before insert or update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('status,approved_by,approved_at', '{"status": "draft"}');
create trigger event_ad_drafts_kept before update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('event_id,audience,tone,channel,locale', '{}');
create trigger event_ad_drafts_server_columns before insert or update on public.event_ad_drafts
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_ad_drafts_touch before update on public.event_ad_drafts
  for each row execute function private.touch_updated_at();

create function private.reopen_ad_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.status := 'draft';
  new.approved_by := null;
  new.approved_at := null;
  return new;
end $$;
comment on function private.reopen_ad_draft is 'Trigger function: an approval is for the text as it was read.';

-- After the guards, which compare what the request gave.
create trigger event_ad_drafts_reopen before update on public.event_ad_drafts
  for each row when (old.text is distinct from new.text) execute function private.reopen_ad_draft();
create trigger event_ad_drafts_audit after insert or update or delete on public.event_ad_drafts
  for each row execute function private.write_audit('id');
create trigger event_ad_drafts_format_kept before update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('size,generator', '{}');

insert into private.audit_log_permissions (entity, permission) values
  ('event_ad_drafts', 'event_ai_ads');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_ad_drafts', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 74),
  ('event_ad_drafts', 'approved_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 75);

select
  private.declare_columns('event_ad_drafts', 'exported',
    '{id,event_id,audience,tone,channel,locale,text,status,approved_at,created_at,updated_at,size,generator}'),
  private.declare_columns('event_ad_drafts', 'withheld',
    '{approved_by,created_by}', 'another person: who wrote and who approved');

create table public.event_promotions (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  state_abbr char(2) references public.states (abbr),
  starts_on date not null,
  ends_on date not null,
  created_by uuid default private.account_id() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint promotion_has_a_period check (ends_on >= starts_on and ends_on - starts_on <= 62)
);
comment on table public.event_promotions is
  'Periods in which an event is featured on a home page. Two periods of the same page never overlap.';
comment on column public.event_promotions.state_abbr is
  'The state on whose home page the event is featured; null is the home page of the portal.';
comment on column public.event_promotions.ends_on is 'Last day, in Brazilian time like the first.';
create index event_promotions_event_id_idx on public.event_promotions (event_id);
create index event_promotions_state_abbr_idx on public.event_promotions (state_abbr, ends_on);
create index event_promotions_ends_on_idx on public.event_promotions (ends_on);
create index event_promotions_created_by_idx on public.event_promotions (created_by);
alter table public.event_promotions enable row level security;
grant select (id, event_id, state_abbr, starts_on, ends_on) on public.event_promotions to anon;
grant select, delete on public.event_promotions to authenticated;
grant insert (event_id, state_abbr, starts_on, ends_on) on public.event_promotions to authenticated;
grant all on public.event_promotions to service_role;
create policy "anonymous visitors read running promotions" on public.event_promotions
  for select to anon using (private.brazilian_today() between starts_on and ends_on);
create policy "signed-in accounts read running promotions, event managers all" on public.event_promotions
  for select to authenticated
  using (private.brazilian_today() between starts_on and ends_on or ((select private.is_staff())
    and (select private.has_permission('events'))));
create policy "event managers add promotions in their own name" on public.event_promotions
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events'))
    and created_by = (select private.account_id()));
create policy "event managers delete promotions" on public.event_promotions
  for delete to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_promotions_server_columns before insert or update on public.event_promotions
  for each row execute function private.guard_server_columns('created_by', 'created_at');

create function private.check_promotion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event public.events;
begin
  -- Two people may book the same page at the same time.
  perform pg_advisory_xact_lock(hashtext('event_promotions'), hashtext(coalesce(new.state_abbr, 'BR')));
  select * into event from public.events where id = new.event_id;
  if event.status is distinct from 'published' or event.deleted_at is not null or new.state_abbr <> event.state_abbr
    then
    raise exception 'the event cannot be featured there' using errcode = '23514',
      constraint = 'promotion_of_a_published_event';
  elsif new.ends_on < private.brazilian_today() or new.ends_on > (event.ends_at at time zone event.time_zone)::date then
    raise exception 'the period is over or ends after the event' using errcode = '23514',
      constraint = 'promotion_ends_with_the_event';
  elsif exists (
    select from public.event_promotions as other
    where other.state_abbr is not distinct from new.state_abbr and other.starts_on <= new.ends_on
      and other.ends_on >= new.starts_on
  ) then
    perform private.refuse('promotion_taken');
  end if;
  return new;
end $$;
comment on function private.check_promotion is
  'Trigger function: only published events, on the page of the portal or of their state, until their last day. Raises '
  'promotion_taken.';

create trigger event_promotions_check before insert on public.event_promotions
  for each row execute function private.check_promotion();

create function private.expire_promotion_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.event_promotions := case when tg_op = 'DELETE' then old else new end;
begin
  -- A period that has not begun or is over is on no page.
  if private.brazilian_today() between changed.starts_on and changed.ends_on then
    perform private.revalidate_event_states(array(select state_abbr::text from public.events
      where id = changed.event_id));
  end if;
  return null;
end $$;
comment on function private.expire_promotion_pages is
  'Trigger function: expires the home pages that show or showed the event.';

create trigger event_promotions_pages after insert or delete on public.event_promotions
  for each row execute function private.expire_promotion_pages();
create trigger event_promotions_audit after insert or update or delete on public.event_promotions
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('event_promotions', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_promotions', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 81);

select
  private.declare_columns('event_promotions', 'exported', '{id,event_id,state_abbr,starts_on,ends_on,created_at}'),
  private.declare_columns('event_promotions', 'withheld', '{created_by}', 'another person: who featured the event');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_promotions', 'starts_on', 'stays', 'booked days of the portal'),
  ('event_promotions', 'ends_on', 'stays', 'booked days of the portal');

create table public.event_links (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  audience text not null check (audience = any (private.promotion_audiences())),
  label text not null default '' check (char_length(label) <= 60),
  code text not null default lower(private.new_registration_code()) check (code ~ '^[a-hj-np-z2-9]{8}$'),
  created_by uuid default private.account_id() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint event_links_code_key unique (code),
  constraint event_links_name_key unique (event_id, audience, label)
);
comment on table public.event_links is 'Short links of an event. They stay: printed ones cannot be changed.';
comment on column public.event_links.label is
  'Where the link is used, such as a magazine; empty for the general link of an audience.';
create index event_links_created_by_idx on public.event_links (created_by);
alter table public.event_links enable row level security;
grant select on public.event_links to authenticated;
grant insert (event_id, audience, label) on public.event_links to authenticated;
grant all on public.event_links to service_role;
create policy "event managers and editors of an event read its links" on public.event_links
  for select to authenticated using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('page'))
  );
create policy "event managers and editors add links in their own name" on public.event_links
  for insert to authenticated
  with check (
    created_by = (select private.account_id())
    and ((select private.is_staff() and private.has_permission('events'))
      or event_id in (select private.events_with_right('page')))
  );
create trigger event_links_server_columns before insert or update on public.event_links
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_links_audit after insert or update or delete on public.event_links
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('event_links', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_links', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 82);

select
  private.declare_columns('event_links', 'exported', '{id,event_id,audience,label,code,created_at}'),
  private.declare_columns('event_links', 'withheld', '{created_by}', 'another person: who made the link');

create table public.event_link_days (
  link_id uuid not null references public.event_links (id) on delete cascade,
  day date not null,
  visits integer not null default 0 check (visits >= 0),
  primary key (link_id, day)
);
comment on table public.event_link_days is 'Visits through a link by day, without anything about the visitor.';
alter table public.event_link_days enable row level security;
grant select on public.event_link_days to authenticated;
grant all on public.event_link_days to service_role;
create policy "event managers and editors of an event read visits of links" on public.event_link_days
  for select to authenticated
  using (exists (select from public.event_links where event_links.id = event_link_days.link_id));

select private.declare_columns('event_link_days', 'not_personal', '{*}', 'numbers of visits');

alter table public.event_registrations add constraint event_registrations_link_id_fkey
  foreign key (link_id) references public.event_links (id) on delete set null;

create function private.decide_ad_draft(draft uuid, decision text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one public.event_ad_drafts;
begin
  if not (private.is_staff() and private.has_permission('event_ai_ads')) then
    raise exception 'only announcement staff' using errcode = '42501';
  elsif decision is null or decision <> all (private.promotion_statuses()) then
    raise exception 'unknown decision' using errcode = '22023';
  end if;
  select * into one from public.event_ad_drafts where id = draft for update;
  if one.id is null then
    return private.gone();
  elsif expected_version is not null and one.updated_at <> expected_version then
    return private.conflict();
  end if;
  update public.event_ad_drafts set
    status = decision,
    approved_by = case when decision = 'approved' then private.account_id() end,
    approved_at = case when decision = 'approved' then now() end
  where id = draft;
  return private.saved();
end $$;
comment on function private.decide_ad_draft is
  'Approves, discards or reopens a text; expected_version is the updated_at of the text that was read.';

create function private.refresh_promotion_pages() returns void
language sql volatile security definer set search_path = '' as $$
  select private.revalidate_event_states(array(
    select distinct event.state_abbr::text
    from public.event_promotions as promotion join public.events as event on event.id = promotion.event_id
    where promotion.starts_on = private.brazilian_today() or promotion.ends_on = private.brazilian_today() - 1
    order by 1
  ))
$$;
comment on function private.refresh_promotion_pages is
  'For the job of each night: expires, in one request, the pages on which a featured event begins or ended.';

create function private.open_event_link(code text, is_counted boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_links;
  slug text;
begin
  select event_links.* into link from public.event_links where event_links.code = lower(open_event_link.code);
  select events.slug into slug from public.events where events.id = link.event_id and private.is_public_event(events);
  if slug is not null and is_counted then
    insert into public.event_link_days as known (link_id, day, visits) values (link.id, private.brazilian_today(), 1)
    on conflict (link_id, day) do update set visits = known.visits + 1;
  end if;
  return slug;
end $$;
comment on function private.open_event_link is
  'The slug of the event of a link, null when visitors do not see it; counts the visit.';

create function private.attribute_registration(registration uuid, code text) returns void
language sql volatile security definer set search_path = '' as $$
  -- A later use of another link does not move an old registration.
  update public.event_registrations set link_id = link.id
  from public.event_links as link
  where event_registrations.id = attribute_registration.registration and event_registrations.link_id is null
    and event_registrations.created_at > now() - interval '10 minutes'
    and link.event_id = event_registrations.event_id and link.code = lower(attribute_registration.code)
$$;
comment on function private.attribute_registration is
  'Stores the link through which a new registration came, once and only for a link of its event.';

create function public.decide_ad_draft(draft uuid, decision text, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_ad_draft(draft, decision, expected_version);
comment on function public.decide_ad_draft is
  'For announcement staff: approves, discards or reopens a text; answers missing or changed when it was not decided.';
grant execute on function public.decide_ad_draft to authenticated, service_role;

create function public.open_event_link(code text, is_counted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.open_event_link(code, is_counted);
comment on function public.open_event_link is
  'For the server only: the slug of the public event of a short link, null for an unknown code; counts one visit.';
grant execute on function public.open_event_link to service_role;

create function public.attribute_registration(registration uuid, code text) returns void
language sql volatile security invoker set search_path = ''
return private.attribute_registration(registration, code);
comment on function public.attribute_registration is
  'For the server only: stores the short link through which a new registration came.';
grant execute on function public.attribute_registration to service_role;

create function public.event_link_results(event uuid)
returns table (id uuid, audience text, label text, code text, visits bigint, registrations bigint)
language sql stable security invoker set search_path = '' begin atomic
  select link.id, link.audience, link.label, link.code,
    coalesce((select sum(day.visits) from public.event_link_days as day where day.link_id = link.id), 0),
    (select count(*) from public.event_registrations as registration where registration.link_id = link.id)
  from public.event_links as link
  where link.event_id = event_link_results.event
  order by link.created_at, link.id limit 200;
end;
comment on function public.event_link_results is
  'For event managers and people who edit the event: its short links with visits and registrations.';
grant execute on function public.event_link_results to authenticated, service_role;
