-- Links by which somebody without an account fills in an event.

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
  expires_at timestamptz not null check (expires_at <= created_at + make_interval(days => private.publish_link_days())),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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

alter table public.events add constraint events_publish_link_id_fkey
  foreign key (publish_link_id) references public.event_publish_links (id) on delete set null;
alter table private.uploads add constraint uploads_publish_link_id_fkey
  foreign key (publish_link_id) references public.event_publish_links (id) on delete set null;

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
    return private.gone();
  elsif wanted is null and private.publish_link_state(link) <> 'open' then
    return private.refused(private.publish_link_state(link));
  elsif wanted is not null and not exists (select from public.events where id = wanted and publish_link_id = link.id
    and deleted_at is null) then
    return private.gone();
  elsif wanted is not null and exists (select from public.events where id = wanted and published_at is not null
    and starts_at <= now()) then
    return private.refused('closed');
  end if;
  payload := payload || jsonb_build_object('club_id', link.club_id);
  return coalesce(
    case when wanted is not null and not link.publishes_directly then private.propose_event_change(payload, null,
      link.id) end,
    private.write_event(payload, null, link.id)
  );
end $$;

create function private.submit_event_by_link(token text, id uuid, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
begin
  if link.id is null or link.revoked_at is not null
    or not exists (select from public.events where events.id = submit_event_by_link.id and publish_link_id = link.id)
  then
    return private.gone();
  end if;
  return private.submit_event(submit_event_by_link.id, expected_version, link.publishes_directly);
end $$;

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

create function public.submit_event_by_link(token text, id uuid, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_event_by_link(token, id, expected_version);
comment on function public.submit_event_by_link is 'Submits an event of an invited organiser. The server calls it.';
grant execute on function public.submit_event_by_link to service_role;
