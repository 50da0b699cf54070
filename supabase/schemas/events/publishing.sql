-- Events that organisers enter, change and publish; links that publish without an account.

create table public.event_changes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  fields text[] not null check (fields <@ array['title', 'date', 'place', 'description', 'poster', 'kinds']),
  payload jsonb not null check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 200000),
  created_by uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.event_changes is
  'Changes of published events that wait for the team, at most one per event, and those of the last 90 days that were '
  'decided.';
comment on column public.event_changes.fields is
  'What the team decides about: title, date, place, description, poster, kinds.';
comment on column public.event_changes.payload is 'The changed values, as private.write_event takes them.';
comment on column public.event_changes.created_by is 'Null for the holder of a publish link.';
create unique index event_changes_one_waits_idx on public.event_changes (event_id) where status = 'pending';
create index event_changes_event_id_idx on public.event_changes (event_id);
create index event_changes_decided_by_idx on public.event_changes (decided_by);
create index event_changes_created_by_idx on public.event_changes (created_by);
create index event_changes_status_idx on public.event_changes (status, created_at);
alter table public.event_changes enable row level security;
grant select on public.event_changes to authenticated;
grant all on public.event_changes to service_role;
create policy "event managers read changes that wait" on public.event_changes
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_changes_touch before update on public.event_changes
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_changes', 'created_by', 'account', 'own', 'Alterações de eventos', 'unlink', 61),
  ('event_changes', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 62);

select
  private.declare_columns('event_changes', 'exported',
    '{id,event_id,status,status_note,fields,payload,created_by,decided_at,created_at,updated_at}'),
  private.declare_columns('event_changes', 'withheld', '{decided_by}', 'another person: who decided');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('event_changes', 'public.event_changes', 'decided_at', '90 days', 'status <> ''pending''', 245);

insert into private.file_columns (bucket, relation, names) values
  ('event-files', 'public.event_changes', 'case when status = ''pending'' then array[payload ->> ''poster_path''] end');

create table public.event_publish_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  label text not null check (label !~ '^\s*$' and char_length(label) <= 160),
  email text check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  state_abbr char(2) references public.states (abbr),
  club_id uuid references public.clubs (id) on delete set null,
  publishes_directly boolean not null default false,
  max_uses integer not null default 1 check (max_uses between 1 and 20),
  expires_at timestamptz not null check (expires_at <= created_at + interval '400 days'),
  revoked_at timestamptz,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.event_publish_links is
  'Links that let an invited organiser without an account publish events and edit them until they begin.';
comment on column public.event_publish_links.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.event_publish_links.label is 'Who is invited; the name of the organiser in the form.';
comment on column public.event_publish_links.publishes_directly is
  'The events are published without a decision of the team.';
comment on column public.event_publish_links.max_uses is
  'Number of events that can be made with the link; edits are not counted.';
comment on column public.event_publish_links.expires_at is
  'After it no event is added; the existing ones can be edited until they begin.';
create index event_publish_links_club_id_idx on public.event_publish_links (club_id);
create index event_publish_links_state_abbr_idx on public.event_publish_links (state_abbr);
create index event_publish_links_created_by_idx on public.event_publish_links (created_by);
create index event_publish_links_email_idx on public.event_publish_links (lower(email));
alter table public.event_publish_links enable row level security;
grant select, insert, update on public.event_publish_links to authenticated;
grant all on public.event_publish_links to service_role;
create policy "event managers read publish links" on public.event_publish_links
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers make publish links in their own name" on public.event_publish_links
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events'))
    and created_by = (select private.account_id()) and revoked_at is null);
create policy "event managers revoke publish links" on public.event_publish_links
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_publish_links_guard before update on public.event_publish_links
  for each row execute function private.guard_columns('revoked_at');
create trigger event_publish_links_server_columns before insert or update on public.event_publish_links
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_publish_links_stamp before update on public.event_publish_links
  for each row execute function private.stamp_revocation();
create trigger event_publish_links_touch before update on public.event_publish_links
  for each row execute function private.touch_updated_at();
create trigger event_publish_links_audit after insert or update on public.event_publish_links
  for each row execute function private.write_audit('id',
    'state_abbr,club_id,publishes_directly,max_uses,expires_at,revoked_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_publish_links', 'email', 'address', 'own', 'Convites para publicar eventos', 'clear', 63),
  ('event_publish_links', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 64);

select
  private.declare_columns('event_publish_links', 'exported',
    '{id,label,email,phone,state_abbr,club_id,publishes_directly,max_uses,expires_at,revoked_at,created_at}'),
  private.declare_columns('event_publish_links', 'not_personal',
    '{token_hash,updated_at}', 'technical key or time of the last change'),
  private.declare_columns('event_publish_links', 'withheld', '{created_by}', 'another person: who invited');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.event_publish_links', 'token_hash', 'null');

create table public.event_series (
  id uuid primary key default gen_random_uuid(),
  club_id uuid not null references public.clubs (id) on delete cascade,
  week integer not null check (week between 1 and 5),
  weekday integer not null check (weekday between 0 and 6),
  created_at timestamptz not null default now(),
  unique (club_id, week, weekday)
);
comment on table public.event_series is 'Recurring meetings of a club, such as the last Sunday of the month.';
comment on column public.event_series.week is '1 to 4: first to fourth; 5: last of the month.';
comment on column public.event_series.weekday is '0 is Sunday.';
alter table public.event_series enable row level security;
grant select on public.event_series to anon, authenticated;
grant all on public.event_series to service_role;
create policy "everybody reads series of meetings" on public.event_series
  for select to anon, authenticated using (true);

select private.declare_columns('event_series', 'not_personal', '{*}', 'rule of recurring meetings');

alter table public.events add constraint events_publish_link_id_fkey
  foreign key (publish_link_id) references public.event_publish_links (id) on delete set null;
alter table public.events add constraint events_series_id_fkey
  foreign key (series_id) references public.event_series (id) on delete set null;
alter table private.uploads add constraint uploads_publish_link_id_fkey
  foreign key (publish_link_id) references public.event_publish_links (id) on delete set null;

create function private.drop_event_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.event_changes where event_id = new.id and status = 'pending';
  return null;
end $$;
comment on function private.drop_event_change is
  'Trigger function: a change of an event that is not public any more is not decided.';

create trigger events_drop_change after update of status, deleted_at on public.events
  for each row when (new.status not in ('published', 'postponed') or new.deleted_at is not null)
  execute function private.drop_event_change();

-- The form has whole minutes and five decimals of a degree: smaller differences are no change.
create function private.moderated_fields(before public.events, event public.events, kinds jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when before.title <> event.title then 'title' end,
    case when date_trunc('minute', before.starts_at) <> date_trunc('minute', event.starts_at)
      or date_trunc('minute', before.ends_at) <> date_trunc('minute', event.ends_at) then 'date' end,
    case when (before.venue, before.address, before.municipality_ibge, round(before.lat::numeric, 5),
      round(before.lng::numeric, 5))
      is distinct from (event.venue, event.address, event.municipality_ibge, round(event.lat::numeric, 5),
        round(event.lng::numeric, 5)) then 'place' end,
    case when before.description <> event.description then 'description' end,
    case when before.poster_path is distinct from event.poster_path then 'poster' end,
    case when jsonb_typeof(kinds) = 'array' and exists (
      select from jsonb_array_elements(kinds) as entry
      where not exists (
        select from public.event_registration_types as known
        where known.event_id = before.id and known.id::text = entry ->> 'id'
          and to_jsonb(known.price_cents) = coalesce(entry -> 'price_cents', to_jsonb(known.price_cents))
      )
    ) then 'kinds' end
  ], null)
$$;
comment on function private.moderated_fields is
  'The differences of two versions of an event that the team decides about; kinds: new ones and other prices.';

create function private.changed_values(payload jsonb, before public.events, event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload)
  where case key
    when 'days' then value is distinct from (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
        from public.event_days where event_id = before.id
    )
    when 'kinds' then jsonb_array_length(value) <> (select count(*) from public.event_registration_types
      where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_registration_types as known where known.event_id = before.id
          and to_jsonb(known) @> entry)
      )
    when 'sponsors' then true
    when 'team' then value is distinct from private.team_members(before.id)
    else to_jsonb(event) -> key is distinct from to_jsonb(before) -> key and key
      not in ('id', 'seen', 'club_id', 'series')
  end
$$;
comment on function private.changed_values is
  'The values of a form that differ from the event, so that the decision does not overwrite what others changed '
  'meanwhile.';

create function private.propose_event_change(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.events;
  event public.events;
  wanted text[];
begin
  select * into before from public.events where id = private.uuid_field(payload, 'id') and deleted_at is null
    for no key update;
  if before.id is null or before.status not in ('published', 'postponed')
    or before.updated_at <> private.moment_field(payload, 'seen', true) then
    return null;
  end if;
  event := private.event_from(payload, before);
  wanted := private.moderated_fields(before, event, payload -> 'kinds');
  if wanted = '{}' then
    delete from public.event_changes where event_id = before.id and status = 'pending';
    return null;
  end if;
  -- Days and kinds are checked where they are written: the change is written and undone.
  begin
    perform private.write_event(payload, actor, link);
    raise exception 'checked' using errcode = 'PEC01';
  exception when sqlstate 'PEC01' then
    null;
  end;
  insert into public.event_changes (event_id, fields, payload, created_by)
  values (before.id, wanted, private.changed_values(payload, before, event), actor)
  on conflict (event_id) where status = 'pending' do update set fields = excluded.fields, payload = excluded.payload,
    created_by = excluded.created_by;
  -- An editor who opened the event earlier is told that somebody else saved.
  update public.events set updated_at = now() where id = before.id returning * into event;
  return jsonb_build_object('outcome', 'saved', 'id', event.id, 'slug', event.slug, 'updated_at', event.updated_at,
    'waits', true);
end $$;
comment on function private.propose_event_change is
  'Keeps a change of a published event for the team; null when nothing in it needs a decision, or write_event refuses '
  'it. Rights are checked by the callers.';

create function private.mail_change_decision(change public.event_changes, event public.events, status text, note text)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  email text := coalesce((select users.email from auth.users where users.id = change.created_by),
    event.organizer_email);
begin
  if email is not null then
    perform private.enqueue_mail(email, 'event_change_decided', jsonb_build_object(
      'name', event.organizer_name, 'event', event.title, 'status', status, 'note', coalesce(note, ''), 'path',
        '/eventos/lacambeche/' || event.slug
    ), coalesce((select locale from public.profiles where id = change.created_by), 'pt-BR'));
  end if;
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the decision.
  null;
end $$;

create function private.decide_event_change(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  given text := private.check_reason(decision, reason);
  next_status text := case decision when 'approve' then 'approved' when 'reject' then 'rejected' end;
  change public.event_changes;
  event public.events;
begin
  perform private.require_permission('events');
  -- The event first, as everywhere else.
  select * into event from public.events where id = (select event_id from public.event_changes where id = item)
    for no key update;
  select * into change from public.event_changes where id = item for update;
  if change.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif change.status <> 'pending' or next_status is null or (seen is not null and seen <> change.status) then
    return private.decided_already(change.status, change.decided_by, change.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    begin
      perform private.write_event(change.payload || jsonb_build_object('id', event.id, 'seen', event.updated_at),
        change.created_by, null);
    exception when raise_exception then
      -- For example a kind that got registrations after the change was sent.
      return jsonb_build_object('outcome', 'outdated');
    end;
  end if;
  update public.event_changes set status = next_status, status_note = given, decided_by = private.account_id(),
    decided_at = now() where id = item;
  perform private.mail_change_decision(change, event, next_status, given);
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', event.id);
end $$;

-- A file may be named by its own event, by another event of the same organiser or club (copied editions), or by no
-- event when it was just uploaded.
create function private.is_event_file(name text, event public.events) returns boolean
language sql stable security definer set search_path = '' as $$
  select name ~ '^\d{4}-\d{2}/[0-9a-f-]{36}\.(webp|pdf)$'
    and exists (select from storage.objects where bucket_id = 'event-files' and objects.name = is_event_file.name)
    and not exists (
      select from (
        select id from public.events where is_event_file.name in (poster_path, stand_map_path)
        union all select event_id from public.event_sponsors where logo_path = is_event_file.name
        union all select event_id from public.event_media where path = is_event_file.name
      ) as used
      join public.events as other on other.id = used.id
      where other.id <> event.id
        and other.organizer_id is distinct from coalesce(event.organizer_id, gen_random_uuid())
        and other.club_id is distinct from coalesce(event.club_id, gen_random_uuid())
    )
$$;
comment on function private.is_event_file is 'Whether an event may show a file of bucket event-files.';

create function private.drop_event_files(names text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.queue_files('event-files', array(
    select name from unnest(names) as name
    where not exists (select from public.events where name in (poster_path, stand_map_path))
      and not exists (select from public.event_sponsors where logo_path = name)
      and not exists (select from public.event_media where path = name)
      and not exists (select from public.event_changes where status = 'pending' and payload ->> 'poster_path' = name)
  ))
$$;
comment on function private.drop_event_files is
  'Deletes files that no event shows any more; editions of a meeting share their poster.';

create function private.event_file_field(payload jsonb, key text, event public.events) returns text
language plpgsql stable set search_path = '' as $$
declare
  name text := private.text_field(payload, key, 300);
begin
  if name is not null and not private.is_event_file(name, event) then
    perform private.refuse_request(key);
  end if;
  return name;
end $$;

-- A key that the payload does not have keeps the value of the event.
create function private.event_from(payload jsonb, base public.events) returns public.events
language plpgsql stable set search_path = '' as $$
declare
  event public.events := base;
  given jsonb := to_jsonb(base) || payload;
begin
  event.title := private.text_field(given, 'title', 140, true);
  event.kind := private.choice_field(given, 'kind', array['meeting', 'exhibition', 'tour', 'rally', 'flea_market',
    'auction']);
  event.state_abbr := private.pattern_field(given, 'state_abbr', 2, '^[A-Za-z]{2}$', true);
  event.state_abbr := upper(event.state_abbr);
  event.municipality_ibge := private.whole_field(given, 'municipality_ibge', 1100000, 5399999, true);
  if not exists (select from public.states where abbr = event.state_abbr
    and capital_ibge / 100000 = event.municipality_ibge / 100000) then
    perform private.refuse_request('municipality_ibge');
  end if;
  event.town := private.text_field(given, 'town', 120, true);
  event.venue := private.text_field(given, 'venue', 160);
  event.address := private.text_field(given, 'address', 300);
  event.access_notes := private.text_field(given, 'access_notes', 1000);
  event.lat := private.number_field(given, 'lat', -34, 6);
  event.lng := private.number_field(given, 'lng', -74, -28);
  event.starts_at := private.moment_field(given, 'starts_at', true);
  event.ends_at := private.moment_field(given, 'ends_at', true);
  event.time_zone := private.zone_of_state(event.state_abbr);
  event.description := coalesce(private.text_field(given, 'description', 8000), '');
  event.rules := coalesce(private.text_field(given, 'rules', 8000), '');
  event.min_vehicle_age := private.whole_field(given, 'min_vehicle_age', 0, 100);
  event.solidarity_item := private.text_field(given, 'solidarity_item', 160);
  event.capacity := private.whole_field(given, 'capacity', 1, 1000000);
  event.organizer_name := private.text_field(given, 'organizer_name', 160, true);
  event.organizer_phone := private.phone_field(given, 'organizer_phone');
  event.organizer_email := private.email_field(given, 'organizer_email');
  event.website := private.pattern_field(given, 'website', 300, '^https?://[^\s"<>\\]+$');
  event.instagram := private.pattern_field(given, 'instagram', 30, '^[A-Za-z0-9._]{1,30}$');
  event.poster_path := private.event_file_field(given, 'poster_path', base);
  event.stand_map_path := private.event_file_field(given, 'stand_map_path', base);
  event.votes_open_at := private.moment_field(given, 'votes_open_at');
  event.votes_close_at := private.moment_field(given, 'votes_close_at');
  if jsonb_typeof(given -> 'translations') <> 'object' or octet_length((given -> 'translations')::text) > 40000 then
    perform private.refuse_request('translations');
  elsif event.ends_at <= event.starts_at or event.ends_at >= event.starts_at + interval '31 days' then
    perform private.refuse_request('ends_at');
  elsif event.starts_at not between now() - interval '3 years' and now() + interval '3 years' and event.starts_at
    is distinct from base.starts_at then
    perform private.refuse_request('starts_at');
  elsif (event.lat is null) <> (event.lng is null) then
    perform private.refuse_request('lat');
  elsif (event.votes_open_at is null) <> (event.votes_close_at is null) or event.votes_close_at <= event.votes_open_at
    then
    perform private.refuse_request('votes_close_at');
  end if;
  event.translations := given -> 'translations';
  return event;
end $$;
comment on function private.event_from is
  'The event with the checked values of a form; refuses with the first wrong field.';

create function private.save_event_days(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  item jsonb;
  wanted date;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 31 then
    perform private.refuse_request('days');
  end if;
  delete from public.event_days where event_id = event.id;
  for entry in select value from jsonb_array_elements(list) loop
    wanted := case when jsonb_typeof(entry) = 'object' then private.date_field(entry, 'day') end;
    if wanted is null or coalesce(jsonb_typeof(entry -> 'items'), '') <> 'array'
      or wanted < (event.starts_at at time zone event.time_zone)::date
        or wanted > (event.ends_at at time zone event.time_zone)::date
    then
      perform private.refuse_request('days');
    elsif jsonb_array_length(entry -> 'items') > 40 or octet_length((entry -> 'items')::text) > 20000 then
      perform private.refuse_request('days');
    end if;
    for item in select value from jsonb_array_elements(entry -> 'items') loop
      if jsonb_typeof(item) <> 'object' then
        perform private.refuse_request('days');
      end if;
      perform private.pattern_field(item, 'time', 5, '^([01]\d|2[0-3]):[0-5]\d$'),
        private.text_field(item, 'text', 300, true),
        private.text_field(item, 'en', 300), private.text_field(item, 'es', 300);
    end loop;
    insert into public.event_days (event_id, day, items) values (event.id, wanted, (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'time', coalesce(one.value ->> 'time', ''), 'text', btrim(one.value ->> 'text'), 'en', one.value ->> 'en', 'es',
          one.value ->> 'es'
      )) order by one.place), '[]')
      from jsonb_array_elements(entry -> 'items') with ordinality as one (value, place)
    ));
  end loop;
exception when unique_violation then
  perform private.refuse_request('days');
end $$;
comment on function private.save_event_days is 'Replaces the programme: [{day, items: [{time, text}]}].';

create function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events)
  returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  given jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(given, 'kind', array['publico', 'expositor', 'mercado_pulga', 'food_truck',
    'expositor_comercial']);
  type.name := private.text_field(given, 'name', 120, true);
  type.price_cents := private.whole_field(given, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(given, 'capacity', 0, 1000000);
  type.requires_approval := private.flag_field(given, 'requires_approval');
  type.max_vehicles := private.whole_field(given, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(given, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(given, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(given, 'has_waiting_list');
  type.chooses_stand := private.flag_field(given, 'chooses_stand');
  type.allows_several := private.flag_field(given, 'allows_several');
  type.opens_at := private.moment_field(given, 'opens_at');
  type.closes_at := private.moment_field(given, 'closes_at');
  type.edit_until := private.moment_field(given, 'edit_until');
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse_request('required_documents');
  elsif jsonb_typeof(given -> 'translations') <> 'object' or octet_length((given -> 'translations')::text) > 4000 then
    perform private.refuse_request('translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse_request('closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse_request('capacity_taken');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse_request('kind_registered');
  end if;
  type.translations := given -> 'translations';
  return type;
end $$;

create function private.save_registration_types(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  type public.event_registration_types;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 12
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse_request('kinds');
  end if;
  -- Places are taken under the lock of the same rows.
  perform from public.event_registration_types where event_id = event.id order by id for update;
  if exists (
    select from public.event_registrations as registration join public.event_registration_types as known
      on known.id = registration.type_id
    where known.event_id = event.id and known.id::text not in (select coalesce(value ->> 'id', '')
      from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse_request('kinds_registered');
  end if;
  delete from public.event_registration_types
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into type from public.event_registration_types where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if type.id is null then
        insert into public.event_registration_types (event_id, kind, name) values (
          event.id, private.choice_field(entry, 'kind', array['publico', 'expositor', 'mercado_pulga', 'food_truck',
            'expositor_comercial']), gen_random_uuid()::text
        ) returning * into type;
        type.name := null;
      end if;
      type := private.registration_type_from(entry, type, event);
      update public.event_registration_types set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents,
          capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles,
          max_companions = type.max_companions,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list,
          chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number
      where id = type.id;
    exception
      when unique_violation then
        perform private.refuse_request(format('kinds.%s.name', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse_request(format('kinds.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_registration_types is
  'Adds, changes and deletes kinds of registration. A kind with registrations is neither deleted nor changed to '
  'another kind, and its capacity is not below the places taken.';

create function private.save_event_sponsors(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  sponsor public.event_sponsors;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 40
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse_request('sponsors');
  end if;
  delete from public.event_sponsors
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into sponsor from public.event_sponsors where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if sponsor.id is null then
        sponsor.id := gen_random_uuid();
      end if;
      entry := to_jsonb(sponsor) || entry;
      insert into public.event_sponsors (id, event_id, name, tier, url, logo_path, position) values (
        sponsor.id, event.id, private.text_field(entry, 'name', 120, true),
        coalesce(private.choice_field(entry, 'tier', array['master', 'gold', 'silver', 'support'], false), 'support'),
        private.pattern_field(entry, 'url', 300, '^https?://[^\s"<>\\]+$'),
          private.event_file_field(entry, 'logo_path', event), number
      ) on conflict (id) do update set name = excluded.name, tier = excluded.tier, url = excluded.url,
        logo_path = excluded.logo_path, position = excluded.position;
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_request(format('sponsors.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create function private.mail_registered(event public.events, change text, note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select
      (array_agg(registration.id order by registration.created_at))[1] as id,
      (array_agg(registration.email order by registration.created_at))[1] as email,
      (array_agg(registration.full_name order by registration.created_at))[1] as full_name,
      (array_agg(registration.locale order by registration.created_at))[1] as locale,
      string_agg(registration.code, ', ' order by registration.created_at) as codes,
      bool_or(exists (
        select from public.payments
        where subject_type = 'registration' and subject_id = registration.id and payments.status = 'paid'
      )) as has_paid
    from public.event_registrations as registration
    where event_id = event.id and registration.status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted',
      'offered')
    group by lower(registration.email)
    -- A person who ended the messages still gets the mail that the event does not take place as planned.
    having mail_registered.change in ('cancelled', 'postponed') or
      not bool_or(registration.messages_refused_at is not null)
    order by lower(registration.email)
  loop
    begin
      perform private.enqueue_mail(person.email, 'event_changed', private.mail_event_facts(event) || jsonb_build_object(
        'name', person.full_name, 'change', change, 'note', coalesce(note, ''),
        'codes', person.codes, 'paid', case when person.has_paid then 'yes' else 'no' end,
        'path', '/eventos/lacambeche/' || event.slug, 'ends_registration', person.id
      ), person.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_registered is
  'Enqueues the mail event_changed with the codes of the registrations of each person. change: date, place, '
  'date_place, postponed or cancelled.';

create function private.event_change(before public.events, event public.events) returns text
language sql immutable set search_path = '' as $$
  select nullif(concat_ws('_',
    case when (before.starts_at, before.ends_at) is distinct from (event.starts_at, event.ends_at) then 'date' end,
    case when (before.venue, before.address, before.municipality_ibge)
      is distinct from (event.venue, event.address, event.municipality_ibge) then 'place' end
  ), '')
$$;
comment on function private.event_change is
  'What registered people are told of: date, place or date_place; null for other changes.';

create function private.free_event_slug(title text, event uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  base text := btrim(left(private.slug_of(title), 100), '-');
  candidate text;
  number integer := 1;
begin
  base := case when char_length(base) < 3 then 'evento-' || base else base end;
  candidate := base;
  while not private.is_free_slug('events', candidate)
    or exists (select from public.events where slug = candidate and id <> event)
    -- An address that leads to another event stays with it.
    or exists (
      select from public.redirects
      where from_path = '/eventos/lacambeche/' || candidate
        and to_path is distinct from (select '/eventos/lacambeche/' || slug from public.events where id = event)
          and to_path is not null
    )
  loop
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end $$;

create function private.series_of(club uuid, rule jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  series uuid;
begin
  if club is null or coalesce(jsonb_typeof(rule), 'null') = 'null' then
    return null;
  elsif jsonb_typeof(rule) <> 'object' then
    perform private.refuse_request('series');
  end if;
  insert into public.event_series (club_id, week, weekday)
  values (club, private.whole_field(rule, 'week', 1, 5, true), private.whole_field(rule, 'weekday', 0, 6, true))
  on conflict (club_id, week, weekday) do update set week = excluded.week
  returning id into series;
  return series;
end $$;
comment on function private.series_of is
  'The series of recurring meetings of a club for a rule {week, weekday}; added when the club has none with this '
  'rule.';

create function private.check_event_payload(payload jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 200000 then
    raise exception 'invalid_request' using detail = 'payload';
  end if;
end $$;

create function private.save_event(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  actor uuid := private.account_id();
  wanted uuid;
  club uuid;
begin
  if private.account_role() is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.check_event_payload(payload);
  wanted := private.uuid_field(payload, 'id');
  club := private.uuid_field(payload, 'club_id');
  if wanted is not null and exists (select from public.events where id = wanted) then
    if not private.edits_event(wanted) then
      raise exception 'only editors of an event change it' using errcode = '42501';
    end if;
  elsif wanted is null and not (private.is_staff() and private.has_permission('events')) then
    if club is not null and not private.runs_club(club) then
      raise exception 'only owner and administrators of a club publish its events' using errcode = '42501';
    end if;
    -- Saves of one account wait for each other, so that the limit holds.
    perform pg_advisory_xact_lock(hashtextextended('events of ' || actor, 0));
    if (select count(*) from public.events where organizer_id = actor and created_at > now() - interval '1 day') >= 20
      then
      return jsonb_build_object('outcome', 'limit');
    end if;
  end if;
  return coalesce(
    case when wanted is not null and not private.publishes_directly(wanted)
      then private.propose_event_change(payload, actor, null) end,
    private.write_event(payload, actor, null)
  );
end $$;

create function private.event_gaps(event public.events) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when event.starts_at <= now() then 'date' end,
    case when char_length(btrim(event.description)) < 30 then 'description' end,
    case when event.lat is null then 'position' end,
    case when event.organizer_phone is null and event.organizer_email is null then 'contact' end,
    case when private.is_paid_event(event.id) and not private.event_payment_is_possible() then 'payment' end
  ], null)
$$;
comment on function private.event_gaps is
  'What an event needs before it is submitted: date, description, position, contact, payment (a price while the '
  'portal cannot be paid).';

create function private.publish_event(event uuid) returns public.events
language sql volatile security definer set search_path = '' as $$
  update public.events set status = 'published', published_at = coalesce(published_at, now()), status_note = null
  where id = publish_event.event returning *
$$;
comment on function private.publish_event is 'Publishes an event. Rights and missing parts are checked by the callers.';

create function private.submit_event(event uuid, seen timestamptz, directly boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  select * into found from public.events where id = submit_event.event and deleted_at is null for no key update;
  if found.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif found.updated_at <> seen then
    return jsonb_build_object('outcome', 'stale', 'updated_at', found.updated_at);
  elsif not (found.status in ('draft', 'rejected') or found.status = 'pending' and directly) then
    return jsonb_build_object('outcome', 'already', 'status', found.status);
  elsif cardinality(private.event_gaps(found)) > 0 then
    return jsonb_build_object('outcome', 'incomplete', 'gaps', to_jsonb(private.event_gaps(found)));
  end if;
  -- The answer to the earlier version is over; the next decision is mailed again.
  delete from private.answered_requests where request_id = found.id;
  update public.events set status = 'pending', decided_by = null, decided_at = null, status_note = null
    where id = found.id;
  if directly then
    perform private.publish_event(found.id);
  end if;
  select * into found from public.events where id = found.id;
  return jsonb_build_object('outcome', 'submitted', 'status', found.status, 'updated_at', found.updated_at, 'slug',
    found.slug, 'state_abbr', found.state_abbr);
end $$;
comment on function private.submit_event is
  'Sends an event to the team, or publishes it directly. Rights are checked by the callers.';

create function private.publishes_directly(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events') or exists (
    select from public.events join public.clubs on clubs.id = events.club_id
    where events.id = event and clubs.is_trusted and clubs.deleted_at is null and private.runs_club(clubs.id)
  )
$$;
comment on function private.publishes_directly is
  'Whether the caller publishes an event without a decision of the team: event managers, and owner and administrators '
  'of a trusted club.';

create function private.require_event_editor(event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.edits_event(event) then
    raise exception 'only editors of an event change it' using errcode = '42501';
  end if;
end $$;

create function private.submit_own_event(event uuid, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_editor(event);
  return private.submit_event(event, seen, private.publishes_directly(event));
end $$;

create function private.lock_public_event(event uuid, seen timestamptz, statuses text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  perform private.require_event_editor(event);
  select * into found from public.events where id = lock_public_event.event and deleted_at is null for no key update;
  return case
    when found.id is null then jsonb_build_object('outcome', 'missing')
    when found.updated_at <> seen then jsonb_build_object('outcome', 'stale', 'updated_at', found.updated_at)
    when found.status <> all (statuses) then jsonb_build_object('outcome', 'already', 'status', found.status)
  end;
end $$;
comment on function private.lock_public_event is 'Locks the event; returns null, or why the change is refused.';

create function private.changed_event(event public.events, mailed integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'changed', 'status', event.status, 'updated_at', event.updated_at, 'slug',
    event.slug, 'state_abbr', event.state_abbr, 'mailed', mailed)
$$;

create function private.postpone_event(event uuid, reason text, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, seen, array['published']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  found public.events;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'postponed', status_note = note where id = postpone_event.event returning *
    into found;
  return private.changed_event(found, private.mail_registered(found, 'postponed', note));
end $$;
comment on function private.postpone_event is
  'The new date is not known yet; registrations are kept. A new date publishes the event again.';

create function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, seen, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000);
  found public.events;
begin
  if not private.publishes_directly(event) then
    raise exception 'the new date of other organisers waits for the team' using errcode = '42501';
  elsif refused is not null then
    return refused;
  elsif change_event_dates.starts_at is null or change_event_dates.starts_at <= now()
    or change_event_dates.starts_at > now() + interval '3 years' then
    perform private.refuse_request('starts_at');
  elsif change_event_dates.ends_at is null or change_event_dates.ends_at <= change_event_dates.starts_at
    or change_event_dates.ends_at >= change_event_dates.starts_at + interval '31 days'
  then
    perform private.refuse_request('ends_at');
  end if;
  update public.events set status = 'published', status_note = note, starts_at = change_event_dates.starts_at,
    ends_at = change_event_dates.ends_at
  where id = change_event_dates.event returning * into found;
  return private.changed_event(found, private.mail_registered(found, 'date', note));
end $$;

create function private.cancel_event(event uuid, reason text, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, seen, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  found public.events;
  mailed integer;
  registration uuid;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'cancelled', status_note = note where id = cancel_event.event returning *
    into found;
  -- A registration that is being stored holds the lock of its kind: it is waited for and cancelled too.
  perform from public.event_registration_types where event_id = found.id order by id for update;
  mailed := private.mail_registered(found, 'cancelled', note);
  for registration in
    select id from public.event_registrations
    where event_id = found.id and status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')
      order by type_id, id
  loop
    perform private.cancel_registration(registration, note);
  end loop;
  return private.changed_event(found, mailed);
end $$;
comment on function private.cancel_event is
  'Cancels the event and its registrations; paid ones are refunded by private.cancel_registration. The mail of the '
  'event is the only one: set_registration_status sends none for a cancelled event. Cannot be undone.';

create function private.apply_event_decision(item uuid, decision text, reason text, seen text, actor uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (seen is not null and seen <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item and status
    in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')) then
    return jsonb_build_object('outcome', 'has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return jsonb_build_object('outcome', 'unpayable');
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', item);
end $$;
comment on function private.apply_event_decision is
  'approve publishes, or answers unpayable while its prices cannot be paid; reject and adjust need a reason, reopen '
  'takes an event without registrations back to the queue.';

create function private.decide_event(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('events');
  return private.apply_event_decision(item, decision, reason, seen, (select private.account_id()));
end $$;

create function private.decided_events() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select events.id, case events.status when 'draft' then 'adjust' else events.status end, events.decided_at,
    'event_decided',
    coalesce(users.email, events.organizer_email), coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object(
      'name', events.organizer_name, 'event', events.title, 'status', case events.status when 'draft' then 'adjust'
        else events.status end,
      'note', coalesce(events.status_note, ''),
      'path', case when events.status = 'published' or events.organizer_id is null
        then '/eventos/lacambeche/' || events.slug else '/publicar-evento/preview/' || events.id end
    )
  from public.events
  left join auth.users on users.id = events.organizer_id left join public.profiles on profiles.id = events.organizer_id
  where events.status in ('published', 'rejected', 'draft') and events.decided_at is not null and events.deleted_at
    is null
    and coalesce(users.email, events.organizer_email) is not null
$$;
comment on function private.decided_events is 'Decisions about events, which their organisers are told of by mail.';

create function private.event_form(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(event) - array['decided_by', 'search_name', 'publish_link_id', 'sources'] || jsonb_build_object(
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
      from public.event_days where event_id = event.id),
    'kinds', (select coalesce(jsonb_agg(to_jsonb(type) - array['event_id', 'created_at', 'updated_at']
      order by position, id), '[]') from public.event_registration_types as type where event_id = event.id),
    'sponsors', (select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by position, id), '[]')
      from public.event_sponsors as sponsor where event_id = event.id),
    'team', private.team_members(event.id),
    'gaps', to_jsonb(private.event_gaps(event)),
    'change', (select jsonb_build_object('fields', fields, 'values', payload) from public.event_changes
      where event_id = event.id and event_changes.status = 'pending')
  )
$$;

create function private.read_event_form(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.event_form(found) || jsonb_build_object('publishes_directly', private.publishes_directly(found.id))
  from public.events as found where found.id = event and deleted_at is null and private.edits_event(event)
$$;

-- Publish links. The server calls these functions with the token; no account is needed.
create function private.publish_link(token text) returns public.event_publish_links
language sql stable security definer set search_path = '' as $$
  select * from public.event_publish_links where token_hash = private.token_hash(token)
$$;

create function private.publish_link_state(link public.event_publish_links) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when (select count(*) from public.events where publish_link_id = link.id) >= link.max_uses then 'used'
    else 'open'
  end
$$;
comment on function private.publish_link_state is
  'Whether an event can be added: open, used (as often as allowed), expired or revoked. Events that were added can be '
  'edited unless the link is revoked.';

create function private.read_publish_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', private.publish_link_state(link), 'label', link.label, 'email', link.email, 'phone', link.phone,
      'state_abbr', link.state_abbr,
    'publishes_directly', link.publishes_directly, 'expires_at', link.expires_at, 'uses_left',
      link.max_uses - (select count(*) from public.events where publish_link_id = link.id),
    'events', (
      select coalesce(jsonb_agg(private.event_form(event) order by event.starts_at, event.id), '[]')
      from public.events as event where event.publish_link_id = link.id and event.deleted_at is null and link.revoked_at
        is null
    )
  )
  from private.publish_link(token) as link where link.id is not null
$$;

create function private.save_event_by_link(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
  wanted uuid;
begin
  perform private.check_event_payload(payload);
  wanted := private.uuid_field(payload, 'id');
  -- Two events saved at the same time wait here, so that the maximum of uses holds.
  select * into link from public.event_publish_links where id = link.id for update;
  if link.id is null or link.revoked_at is not null then
    return jsonb_build_object('outcome', 'missing');
  elsif wanted is null and private.publish_link_state(link) <> 'open' then
    return jsonb_build_object('outcome', private.publish_link_state(link));
  elsif wanted is not null and not exists (select from public.events where id = wanted and publish_link_id = link.id
    and deleted_at is null) then
    return jsonb_build_object('outcome', 'missing');
  elsif wanted is not null and exists (select from public.events where id = wanted and published_at is not null
    and starts_at <= now()) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  payload := payload || jsonb_build_object('club_id', link.club_id);
  return coalesce(
    case when wanted is not null and not link.publishes_directly then private.propose_event_change(payload, null,
      link.id) end,
    private.write_event(payload, null, link.id)
  );
end $$;

create function private.submit_event_by_link(token text, id uuid, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
begin
  if link.id is null or link.revoked_at is not null
    or not exists (select from public.events where events.id = submit_event_by_link.id and publish_link_id = link.id)
  then
    return jsonb_build_object('outcome', 'missing');
  end if;
  return private.submit_event(submit_event_by_link.id, seen, link.publishes_directly);
end $$;

-- Writes the event with its parts; rights are checked by the callers.
create function private.write_public_parts(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := link is null and private.is_staff() and private.has_permission('events');
  wanted uuid := private.uuid_field(payload, 'id');
  before public.events;
  event public.events;
  change text;
  mailed integer := 0;
begin
  if wanted is not null then
    select * into before from public.events where id = wanted and deleted_at is null for no key update;
    if before.id is null then
      return jsonb_build_object('outcome', 'missing');
    elsif before.updated_at <> private.moment_field(payload, 'seen', true) then
      return jsonb_build_object('outcome', 'stale', 'updated_at', before.updated_at);
    elsif before.status = 'cancelled' and not is_manager then
      return jsonb_build_object('outcome', 'closed');
    end if;
  else
    before.id := gen_random_uuid();
    before.organizer_id := actor;
    before.publish_link_id := link;
    before.status := 'draft';
    before.description := '';
    before.rules := '';
    before.translations := '{}';
    before.is_portal_event := false;
    before.club_id := private.uuid_field(payload, 'club_id');
    before.series_id := private.series_of(before.club_id, payload -> 'series');
  end if;
  event := private.event_from(payload, before);
  change := private.event_change(before, event);
  if is_manager then
    event.is_portal_event := private.flag_field(jsonb_build_object('is_portal_event',
      before.is_portal_event) || payload, 'is_portal_event');
    event.club_id := private.uuid_field(jsonb_build_object('club_id', before.club_id) || payload, 'club_id');
    if event.club_id is not null and not exists (select from public.clubs where id = event.club_id) then
      perform private.refuse_request('club_id');
    end if;
  end if;
  if event.slug is null or event.published_at is null and before.title <> event.title then
    -- Two events with the same title saved at the same time get different addresses.
    perform pg_advisory_xact_lock(hashtext('event_slug'));
    event.slug := private.free_event_slug(event.title, event.id);
  end if;
  if event.status = 'rejected' then
    event.status := 'draft';
    event.decided_at := null;
    event.decided_by := null;
  elsif event.status = 'postponed' and change like 'date%' then
    event.status := 'published';
    event.status_note := null;
  end if;
  insert into public.events (
    id, slug, title, kind, status, status_note, is_portal_event, organizer_id, publish_link_id, club_id, series_id,
      organizer_name, organizer_phone, organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, decided_by,
      decided_at
  ) values (
    event.id, event.slug, event.title, event.kind, event.status, event.status_note, event.is_portal_event,
      event.organizer_id, event.publish_link_id, event.club_id, event.series_id, event.organizer_name,
      event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng, event.starts_at, event.ends_at, event.time_zone, event.description, event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path, event.votes_open_at,
      event.votes_close_at, event.translations, event.decided_by, event.decided_at
  ) on conflict (id) do update set
    slug = excluded.slug, title = excluded.title, kind = excluded.kind, status = excluded.status,
      status_note = excluded.status_note, is_portal_event = excluded.is_portal_event,
    club_id = excluded.club_id, organizer_name = excluded.organizer_name, organizer_phone = excluded.organizer_phone,
      organizer_email = excluded.organizer_email,
    website = excluded.website, instagram = excluded.instagram, state_abbr = excluded.state_abbr,
      municipality_ibge = excluded.municipality_ibge, town = excluded.town,
    venue = excluded.venue, address = excluded.address, access_notes = excluded.access_notes, lat = excluded.lat,
      lng = excluded.lng,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
      description = excluded.description, rules = excluded.rules,
    min_vehicle_age = excluded.min_vehicle_age, solidarity_item = excluded.solidarity_item,
      capacity = excluded.capacity, poster_path = excluded.poster_path,
    stand_map_path = excluded.stand_map_path, votes_open_at = excluded.votes_open_at,
      votes_close_at = excluded.votes_close_at, translations = excluded.translations,
    decided_by = excluded.decided_by, decided_at = excluded.decided_at
  returning * into event;
  if payload ? 'days' then
    perform private.save_event_days(event, payload -> 'days');
  end if;
  if payload ? 'kinds' then
    perform private.save_registration_types(event, payload -> 'kinds');
  end if;
  if payload ? 'sponsors' then
    perform private.save_event_sponsors(event, payload -> 'sponsors');
  end if;
  if change is not null and wanted is not null and before.status in ('published', 'postponed') and event.ends_at > now()
    then
    mailed := private.mail_registered(event, change, null);
  end if;
  return jsonb_build_object(
    'outcome', 'saved', 'id', event.id, 'slug', event.slug, 'status', event.status, 'updated_at', event.updated_at,
    'state_abbr', event.state_abbr, 'state_before', before.state_abbr, 'mailed', mailed
  );
end $$;
comment on function private.write_public_parts is
  'Creates or changes an event with its days, kinds and sponsors. seen: the updated_at that was shown; with another '
  'one nothing is written. Parts that the payload does not name are kept.';

create function private.event_moments(since timestamptz, until timestamptz) returns table (state_abbr text)
language sql stable security definer set search_path = '' as $$
  select event.state_abbr::text from public.events as event
  cross join lateral (values (event.starts_at), (event.ends_at), (event.votes_open_at), (event.votes_close_at))
    as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
  union
  select event.state_abbr::text from public.events as event join public.event_registration_types as type
    on type.event_id = event.id
  cross join lateral (values (type.opens_at), (type.closes_at), (type.edit_until)) as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
$$;
comment on function private.event_moments is
  'States of the public events of which something opens, closes, begins or ends in a span of time.';

create function private.publish_due_events() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  select events_until into since from private.publication for update;
  perform private.revalidate_event_states(array(select distinct moments.state_abbr
    from private.event_moments(since, now()) as moments order by 1));
  update private.publication set events_until = now() where events_until <= now();
end $$;
comment on function private.publish_due_events is
  'Makes the pages of events fresh of which something opened, closed, began or ended since the last run.';

create function private.publish_new_day() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from private.publication
    where (events_until at time zone 'America/Sao_Paulo')::date < (now() at time zone 'America/Sao_Paulo')::date
  ) then
    perform private.expire_tags('{ads,events,vouchers}');
  end if;
end $$;
comment on function private.publish_new_day is
  'Makes pages fresh that show what is valid today, after midnight of Brasília.';

create function public.decide_event_change(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event_change(id, decision, reason, seen);
comment on function public.decide_event_change is
  'approve publishes a change of an event, reject drops it with a reason; outdated when the event cannot take it any '
  'more.';
grant execute on function public.decide_event_change to authenticated, service_role;

create function public.save_event(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_event(payload);
comment on function public.save_event is
  'Creates an event, or with id and seen changes it. outcome: saved, stale (somebody else saved), missing, closed or '
  'limit; a wrong field raises invalid_request with the field as detail.';
grant execute on function public.save_event to authenticated, service_role;

create function public.submit_event(id uuid, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_own_event(id, seen);
comment on function public.submit_event is
  'Sends an event to the team; event managers and trusted clubs publish it at once. outcome: submitted, incomplete, '
  'stale, already or missing.';
grant execute on function public.submit_event to authenticated, service_role;

create function public.postpone_event(id uuid, reason text, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.postpone_event(id, reason, seen);
comment on function public.postpone_event is
  'Postpones a published event without a new date and mails everybody registered.';
grant execute on function public.postpone_event to authenticated, service_role;

create function public.change_event_dates(id uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_event_dates(id, starts_at, ends_at, reason, seen);
comment on function public.change_event_dates is
  'Gives a published or postponed event another date, moves its programme and mails everybody registered.';
grant execute on function public.change_event_dates to authenticated, service_role;

create function public.cancel_event(id uuid, reason text, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event(id, reason, seen);
comment on function public.cancel_event is
  'Cancels a published or postponed event with its registrations and mails everybody registered. Cannot be undone.';
grant execute on function public.cancel_event to authenticated, service_role;

create function public.decide_event(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event(id, decision, reason, seen);
comment on function public.decide_event is
  'approve publishes an event, adjust returns it to its organiser and reject refuses it, both with a reason; reopen '
  'takes the decision back.';
grant execute on function public.decide_event to authenticated, service_role;

create function public.read_event_form(id uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_form(id);
comment on function public.read_event_form is
  'An event with its days, kinds, sponsors and missing parts, for those who may edit it; null otherwise.';
grant execute on function public.read_event_form to authenticated, service_role;

create function public.read_publish_link(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_publish_link(token);
comment on function public.read_publish_link is
  'The state of a publish link and its events; null for a token that does not exist.';
grant execute on function public.read_publish_link to anon, authenticated, service_role;

create function public.save_event_by_link(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_event_by_link(token, payload);
comment on function public.save_event_by_link is
  'Saves an event of an invited organiser until it begins. The server calls it.';
grant execute on function public.save_event_by_link to service_role;

create function public.submit_event_by_link(token text, id uuid, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_event_by_link(token, id, seen);
comment on function public.submit_event_by_link is 'Submits an event of an invited organiser. The server calls it.';
grant execute on function public.submit_event_by_link to service_role;
