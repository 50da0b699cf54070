-- Who works for an event: members with a role, and invitations.

create table public.event_members (
  event_id uuid not null references public.events (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role = any (private.event_roles())),
  ends_at timestamptz,
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (event_id, account_id)
);
comment on table public.event_members is
  'Accounts that work for an event; written by functions only: the account that publishes an event becomes an owner, an '
  'accepted invitation gives another role. Owner and administrators of the club of an event need no row: they are owner '
  'and organisers.';
comment on column public.event_members.ends_at is
  'When the role ends; without it 30 days after the event, for owners and treasurers never.';
create index event_members_account_id_idx on public.event_members (account_id);
create index event_members_invited_by_idx on public.event_members (invited_by);
alter table public.event_members enable row level security;
grant select on public.event_members to authenticated;
grant all on public.event_members to service_role;

insert into private.audit_log_permissions (entity, permission) values
  ('event_members', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_members', 'account_id', 'account', 'own', 'Eventos em que trabalha', 'delete', 151),
  ('event_members', 'invited_by', 'account', 'work', 'Pessoas convidadas para um evento', 'unlink', 152);

select
  private.declare_columns('event_members', 'exported', '{event_id,role,ends_at,created_at}'),
  private.declare_columns('event_members', 'withheld', '{account_id}', 'the person itself'),
  private.declare_columns('event_members', 'withheld', '{invited_by}', 'another person: who invited the account');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_members', 'ends_at', 'stays', 'chosen by the owner for a person');

create function private.rights_of_event_role(role text) returns text[]
language sql immutable set search_path = '' as $$
  select case role
    when 'owner' then private.event_rights()
    when 'organiser' then
      array['page', 'registrations', 'payments', 'gate', 'devices', 'messages', 'figures']
    when 'treasurer' then array['payments', 'figures']
    when 'gate' then array['gate']
    when 'press' then array['figures']
    else '{}'
  end
$$;
comment on function private.rights_of_event_role is 'What a role of an event allows; none for another word.';

create function private.own_event_roles() returns table (event_id uuid, role text)
language sql stable security definer set search_path = '' as $$
  select work.event_id, work.role
  from (
    select member.event_id, member.role from public.event_members as member
    where member.account_id = (select private.account_id()) and (member.ends_at is null or member.ends_at > now())
    union
    select owned.id, case club.role when 'owner' then 'owner' else 'organiser' end
    from public.club_members as club join public.events as owned on owned.club_id = club.club_id
    where club.user_id = (select private.account_id()) and club.role in ('owner', 'admin')
  ) as work join public.events on events.id = work.event_id
  where (select private.account_role()) is not null
    and (work.role in ('owner', 'treasurer') or events.ends_at + interval '30 days' > now())
$$;
comment on function private.own_event_roles is
  'Events that the caller works for, with each role: those of its memberships, and those of the clubs that it runs. Roles '
  'end 30 days after the event, except owner and treasurer.';

create function private.events_with_right(wanted text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct work.event_id from private.own_event_roles() as work
  where wanted = any (private.rights_of_event_role(work.role))
$$;
comment on function private.events_with_right is
  'Events in which a role of the caller has a right; event managers of the team are not counted.';

create function private.may_in_event(event uuid, wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    private.is_staff() and private.has_permission('events')
      or event in (select private.events_with_right(wanted)), false)
$$;
comment on function private.may_in_event is
  'Whether the caller has a right in an event: event managers of the team, and people whose role has the right.';

create function private.require_event_right(event uuid, wanted text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_in_event(event, wanted) then
    raise exception 'no right % in the event', wanted using errcode = '42501';
  end if;
end $$;
comment on function private.require_event_right is 'Raises 42501 unless the caller has the right in the event.';

create policy "accounts read public events, people of an event theirs" on public.events
  for select to authenticated
  using (
    (status = any (private.public_event_statuses()) and deleted_at is null)
    or (select private.is_staff() and private.has_permission('events'))
    or id in (select own.event_id from private.own_event_roles() as own)
  );
create policy "people of an event and event managers read its members" on public.event_members
  for select to authenticated
  using (
    account_id = (select private.account_id())
    or (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('team'))
  );
create trigger event_members_audit after insert or update or delete on public.event_members
  for each row execute function private.write_audit('event_id', 'account_id,role,ends_at');

-- Invitations. Only the hash of the token is stored; the worker derives the token when it sends the mail.
create table public.event_invitations (
  id uuid primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  role text not null check (role = any (private.event_roles())),
  role_ends_at timestamptz,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null default now() + make_interval(days => private.event_invitation_days()),
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.event_invitations is
  'Links by which owners of an event invite people; valid for some days and for one account. Written by functions only.';
comment on column public.event_invitations.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.event_invitations.role_ends_at is 'ends_at of the membership.';
comment on column public.event_invitations.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index event_invitations_event_id_idx on public.event_invitations (event_id);
create index event_invitations_created_by_idx on public.event_invitations (created_by, created_at);
create index event_invitations_accepted_by_idx on public.event_invitations (accepted_by);
create index event_invitations_email_idx on public.event_invitations (lower(email));
alter table public.event_invitations enable row level security;
grant select (
  id, event_id, email, role, role_ends_at, expires_at, revoked_at, accepted_at, created_at
) on public.event_invitations to authenticated;
grant all on public.event_invitations to service_role;
create policy "owners of an event and event managers read its invitations" on public.event_invitations
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('team'))
  );
create trigger event_invitations_audit after insert or update or delete on public.event_invitations
  for each row execute function private.write_audit('id', 'event_id,role,revoked_at,accepted_at,accepted_by');

insert into private.audit_log_permissions (entity, permission) values
  ('event_invitations', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_invitations', 'email', 'address', 'own', 'Convites para trabalhar em um evento', 'delete', 153),
  ('event_invitations', 'accepted_by', 'account', 'own', 'Convites aceitos para trabalhar em um evento', 'delete', 154),
  ('event_invitations', 'created_by', 'account', 'work', 'Convites feitos para um evento', 'unlink', 155);

select
  private.declare_columns('event_invitations', 'exported',
    '{id,event_id,email,role,role_ends_at,expires_at,revoked_at,accepted_at,created_at}'),
  private.declare_columns('event_invitations', 'withheld', '{token_hash}', 'hash of a secret link'),
  private.declare_columns('event_invitations', 'withheld',
    '{accepted_by,created_by}', 'another person: who invited or accepted');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_invitations', 'public.event_invitations', 'created_at', '90 days', 445);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.event_invitations', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_invitations', 'role_ends_at', 'stays', 'chosen by the owner for a person'),
  ('event_invitations', 'expires_at', 'stays', 'end of a link'),
  ('event_invitations', 'accepted_at', 'stays', 'when it was accepted');

-- Downloads of the list of registrations of an event, for its owners and for event managers.
create table public.event_exports (
  id bigint generated always as identity primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  account_id uuid references public.profiles (id) on delete set null default private.account_id(),
  format text not null check (format in ('csv', 'xlsx')),
  filter text not null default '' check (char_length(filter) <= 300),
  created_at timestamptz not null default now()
);
comment on table public.event_exports is
  'Downloads of the list of registrations of an event, one row for each; written by private.note_event_export.';
comment on column public.event_exports.filter is
  'Filters of the list in the file, as in the address; a searched text is left out.';
create index event_exports_event_id_idx on public.event_exports (event_id, created_at desc);
create index event_exports_account_id_idx on public.event_exports (account_id);
alter table public.event_exports enable row level security;
grant select on public.event_exports to authenticated;
grant all on public.event_exports to service_role;
create policy "owners of an event and event managers read its exports" on public.event_exports
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('team'))
  );

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_exports', 'account_id', 'account', 'work', 'Listas de inscritos baixadas', 'unlink', 156);

select
  private.declare_columns('event_exports', 'exported', '{id,event_id,format,filter,created_at}'),
  private.declare_columns('event_exports', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_exports', 'public.event_exports', 'created_at', '2 years', 446);

create function private.own_published_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.event_members where event_id = new.id and account_id = old.organizer_id and role = 'owner';
  end if;
  if new.organizer_id is not null then
    insert into public.event_members (event_id, account_id, role) values (new.id, new.organizer_id, 'owner')
    on conflict (event_id, account_id) do update set role = 'owner', ends_at = null;
  end if;
  return null;
end $$;
comment on function private.own_published_event is
  'Trigger function: the organiser of an event is its owner; another organiser takes the place of the one before.';

create trigger events_own_insert after insert on public.events
  for each row when (new.organizer_id is not null) execute function private.own_published_event();
create trigger events_own_update after update of organizer_id on public.events
  for each row when (new.organizer_id is distinct from old.organizer_id) execute function private.own_published_event();

create function private.has_other_owner(event uuid, account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_members as member
    where member.event_id = has_other_owner.event and member.role = 'owner'
      and member.account_id <> has_other_owner.account and (member.ends_at is null or member.ends_at > now())
  ) or exists (
    select from public.events join public.club_members as club on club.club_id = events.club_id and club.role = 'owner'
    where events.id = has_other_owner.event and club.user_id <> has_other_owner.account
  )
$$;
comment on function private.has_other_owner is 'Whether somebody else than an account owns an event, or the club of it.';

create function private.refuse_last_event_owner(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.event_members as member join public.events on events.id = member.event_id
    where member.account_id = refuse_last_event_owner.account and member.role = 'owner' and events.deleted_at is null
      and events.status in ('published', 'postponed') and events.ends_at > now()
      and not private.has_other_owner(events.id, refuse_last_event_owner.account)
  ) then
    perform private.refuse('last_event_owner');
  end if;
end $$;
comment on function private.refuse_last_event_owner is
  'Raises last_event_owner for the only owner of a public event that is not over.';

create function private.tell_event_member(account uuid, event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select account, 'Você está na equipe de ' || left(events.title, 80),
    'Inscrições, portaria e números do evento estão no seu painel.', '/painel/eventos/' || events.id,
    jsonb_build_object(
      'en', jsonb_build_object('title', 'You are in the team of ' || left(events.title, 80), 'body',
        'Registrations, gate and figures of the event are in your panel.'),
      'es', jsonb_build_object('title', 'Estás en el equipo de ' || left(events.title, 80), 'body',
        'Inscripciones, entrada y números del evento están en tu panel.')
    )
  from public.events where events.id = tell_event_member.event
$$;
comment on function private.tell_event_member is 'Notice to an account that got a role in an event.';

create function private.invite_event_member(event uuid, email text, role text, role_ends_at timestamptz,
  invitation uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select private.account_id());
  address text := lower(btrim(email));
  subject public.events;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'team');
  select * into subject from public.events where id = event and deleted_at is null for no key update;
  if address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(address) > 254 then
    perform private.refuse('invalid', 'email');
  elsif role is null or role <> all (private.event_roles()) then
    perform private.refuse('invalid', 'role');
  elsif role_ends_at <= now() or role_ends_at > now() + interval '5 years' then
    perform private.refuse('invalid', 'ends_at');
  elsif subject.id is null or invitation is null or token_hash is null then
    return private.gone();
  elsif exists (
    select from public.event_members as member join auth.users on users.id = member.account_id
    where member.event_id = invite_event_member.event and lower(users.email) = address
  ) then
    return private.refused('member');
  elsif (select count(*) from public.event_invitations where created_by = me
    and created_at > now() - interval '1 day') >= private.event_invitations_per_day() then
    return private.refused('limit');
  end if;
  -- A new link replaces the earlier one of this address.
  update public.event_invitations as earlier set revoked_at = now()
  where earlier.event_id = invite_event_member.event and lower(earlier.email) = address and earlier.revoked_at is null
    and earlier.accepted_at is null;
  insert into public.event_invitations (id, event_id, email, role, role_ends_at, token_hash, created_by)
  values (invitation, event, address, invite_event_member.role, invite_event_member.role_ends_at,
    invite_event_member.token_hash, me);
  perform private.enqueue_mail(address, 'event_invitation', jsonb_build_object(
    'name', (select username from public.profiles where id = me), 'event', subject.title,
    'event_invitation', invitation
  ), (select locale from public.profiles where id = me));
  return private.saved();
end $$;

create function private.revoke_event_invitation(invitation uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_event uuid := (select event_id from public.event_invitations where id = invitation);
begin
  perform private.require_account();
  perform private.require_event_right(found_event, 'team');
  update public.event_invitations set revoked_at = now()
  where id = invitation and revoked_at is null and accepted_at is null;
  return private.saved_or_gone(found);
end $$;

create function private.event_invitation_state(invitation public.event_invitations) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when invitation.revoked_at is not null then 'revoked'
    when invitation.expires_at <= now() or invitation.role_ends_at <= now() then 'expired'
    when not exists (select from public.events where id = invitation.event_id and deleted_at is null) then 'revoked'
    else 'open'
  end
$$;
comment on function private.event_invitation_state is 'open, accepted, revoked or expired.';

create function private.read_event_invitation(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', private.event_invitation_state(invitation), 'event', events.title, 'role', invitation.role,
    'event_id', case when events.id in (select own.event_id from private.own_event_roles() as own) then events.id end,
    'expires_at', invitation.expires_at
  )
  from public.event_invitations as invitation join public.events on events.id = invitation.event_id
  where invitation.token_hash = private.token_hash(token) and (select private.account_id()) is not null
$$;

create function private.accept_event_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.event_invitations;
  me uuid := (select private.account_id());
  state text;
begin
  perform private.require_account();
  -- Two accounts that accept at the same time wait here; the second finds the link used.
  select * into invitation from public.event_invitations as known
    where known.token_hash = private.token_hash(token) for update;
  if invitation.id is null then
    return private.gone();
  end if;
  state := private.event_invitation_state(invitation);
  if state = 'accepted' and invitation.accepted_by = me then
    return private.saved(jsonb_build_object('event_id', invitation.event_id));
  elsif state <> 'open' then
    return private.refused(state);
  end if;
  -- An owner who opens the link of somebody else keeps the role.
  insert into public.event_members (event_id, account_id, role, ends_at, invited_by)
  values (invitation.event_id, me, invitation.role, invitation.role_ends_at, invitation.created_by)
  on conflict (event_id, account_id) do nothing;
  update public.event_invitations set accepted_at = now(), accepted_by = me where id = invitation.id;
  perform private.tell_event_member(me, invitation.event_id);
  return private.saved(jsonb_build_object('event_id', invitation.event_id));
end $$;

create function private.set_event_member(event uuid, account uuid, role text, ends_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.require_event_right(event, 'team');
  if role is null or role <> all (private.event_roles()) then
    perform private.refuse('invalid', 'role');
  elsif ends_at <= now() or ends_at > now() + interval '5 years' then
    perform private.refuse('invalid', 'ends_at');
  end if;
  -- Two owners who change each other at the same time wait here, so that one owner is left.
  perform from public.events where id = event for no key update;
  if (role <> 'owner' or ends_at is not null) and not private.has_other_owner(event, account) then
    return private.refused('last_owner');
  end if;
  update public.event_members as member set role = set_event_member.role, ends_at = set_event_member.ends_at
  where member.event_id = set_event_member.event and member.account_id = set_event_member.account;
  return private.saved_or_gone(found);
end $$;

create function private.remove_event_member(event uuid, account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  if account is distinct from (select private.account_id()) then
    perform private.require_event_right(event, 'team');
  end if;
  perform from public.events where id = event for no key update;
  if exists (
    select from public.event_members as member
    where member.event_id = remove_event_member.event and member.account_id = remove_event_member.account
      and member.role = 'owner'
  ) and not private.has_other_owner(event, account) then
    return private.refused('last_owner');
  end if;
  delete from public.event_members as member
  where member.event_id = remove_event_member.event and member.account_id = remove_event_member.account;
  return private.saved_or_gone(found);
end $$;

create function private.event_people(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'team');
  return jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'account_id', member.account_id, 'name', profiles.username, 'email', users.email, 'role', member.role,
        'ends_at', member.ends_at, 'created_at', member.created_at,
        'is_last_owner', member.role = 'owner' and not private.has_other_owner(member.event_id, member.account_id)
      ) order by array_position(private.event_roles(), member.role), member.created_at, member.account_id), '[]')
      from public.event_members as member join public.profiles on profiles.id = member.account_id
        join auth.users on users.id = member.account_id
      where member.event_id = event_people.event
    ),
    'club', (
      select coalesce(jsonb_agg(jsonb_build_object('name', profiles.username, 'role',
        case club.role when 'owner' then 'owner' else 'organiser' end) order by club.role desc, profiles.username), '[]')
      from public.events join public.club_members as club on club.club_id = events.club_id
        and club.role in ('owner', 'admin') join public.profiles on profiles.id = club.user_id
      where events.id = event_people.event
    ),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', invitation.id, 'email', invitation.email, 'role', invitation.role, 'expires_at', invitation.expires_at
      ) order by invitation.created_at, invitation.id), '[]')
      from public.event_invitations as invitation
      where invitation.event_id = event_people.event and private.event_invitation_state(invitation) = 'open'
    ),
    'exports', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', profiles.username, 'format', export.format, 'filter', export.filter, 'created_at', export.created_at
      ) order by export.id desc), '[]')
      from (
        select * from public.event_exports as one where one.event_id = event_people.event order by one.id desc limit 50
      ) as export left join public.profiles on profiles.id = export.account_id
    )
  );
end $$;

create function private.list_own_events() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.own_event_entry(events, roles.roles)
    order by events.ends_at < now(), abs(extract(epoch from events.starts_at - now())), events.id), '[]')
  from (
    select own.event_id, array_agg(distinct own.role) as roles from private.own_event_roles() as own group by 1
  ) as roles join public.events on events.id = roles.event_id
  where events.deleted_at is null
$$;

create function private.own_event_entry(event public.events, roles text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', event.id, 'title', event.title, 'slug', event.slug, 'status', event.status, 'starts_at', event.starts_at,
    'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
    'is_demo', event.is_demo, 'kind', event.kind,
    'roles', (select jsonb_agg(role order by array_position(private.event_roles(), role)) from unnest(roles) as role),
    'rights', (
      select jsonb_agg(known order by place) from unnest(private.event_rights()) with ordinality as kind (known, place)
      where exists (select from unnest(roles) as role where known = any (private.rights_of_event_role(role)))
    )
  )
$$;
comment on function private.own_event_entry is 'An event with the roles of the caller and what they allow.';

create function private.read_own_event(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_event_entry(events, roles.roles)
  from (
    select array_agg(distinct own.role) as roles from private.own_event_roles() as own
    where own.event_id = read_own_event.event
  ) as roles join public.events on events.id = read_own_event.event
  where roles.roles is not null and events.deleted_at is null
$$;

create function private.event_figures(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'figures');
  return jsonb_build_object(
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', type.id, 'name', type.name, 'kind', type.kind, 'capacity', type.capacity, 'taken', type.taken,
        'statuses', (
          select coalesce(jsonb_object_agg(counted.status, jsonb_build_object('registrations', counted.registrations,
            'people', counted.people)), '{}')
          from (
            select registration.status, count(*) as registrations, sum(registration.places) as people
            from public.event_registrations as registration where registration.type_id = type.id group by 1
          ) as counted
        )
      ) order by type.position, type.id), '[]')
      from public.event_registration_types as type where type.event_id = event_figures.event
    ),
    'entered', (
      select coalesce(sum(counted.people), 0) from (
        select max(people.entered) as people from private.list_people(event_figures.event) as people
        group by people.registration_id
      ) as counted
    ),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'registrations', total) order by day), '[]') from (
        select (registration.created_at at time zone events.time_zone)::date as day, count(*) as total
        from public.event_registrations as registration join public.events on events.id = registration.event_id
        where registration.event_id = event_figures.event and registration.status <> 'unconfirmed'
        group by 1 order by 1 desc limit 60
      ) as newest
    )
  );
end $$;

create function private.event_payments(event uuid, after uuid, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', registration.id, 'code', registration.code, 'name', registration.full_name, 'kind', type.name,
      'status', registration.status, 'price_cents', registration.price_cents,
      'difference_cents', registration.difference_cents, 'method', payment.method, 'payment_status', payment.status,
      'paid_at', payment.paid_at, 'paid_cents', case when payment.paid_at is not null then payment.amount_cents end,
      'refunded_cents', payment.refunded_cents, 'invoice', private.invoice_of(registration.id)
    ) order by registration.id), '[]')
    from (
      select * from public.event_registrations as one
      where one.event_id = event_payments.event and one.price_cents > 0
        and (event_payments.after is null or one.id > event_payments.after)
      order by one.id limit least(greatest(most, 1), 1000)
    ) as registration join public.event_registration_types as type on type.id = registration.type_id
    left join lateral private.counted_payment(registration) as payment on true
  );
end $$;

create function private.note_event_export(event uuid, format text, filter text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.require_event_right(event, 'registrations');
  insert into public.event_exports (event_id, format, filter)
  values (event, note_event_export.format, left(coalesce(note_event_export.filter, ''), 300));
  return private.saved();
end $$;

create function public.invite_event_member(event uuid, email text, role text, role_ends_at timestamptz,
  invitation uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.invite_event_member(event, email, role, role_ends_at, invitation, token_hash);
comment on function public.invite_event_member is
  'An owner of an event invites a person: mails a link. Answers saved, or refused with member (works for the event '
  'already) or limit (a number of invitations per day).';
grant execute on function public.invite_event_member to authenticated, service_role;

create function public.revoke_event_invitation(invitation uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_event_invitation(invitation);
comment on function public.revoke_event_invitation is 'Ends an open invitation; gone when it has ended.';
grant execute on function public.revoke_event_invitation to authenticated, service_role;

create function public.read_event_invitation(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_invitation(token);
comment on function public.read_event_invitation is
  'What an invitation is for; null for a token that does not exist. Reading accepts nothing.';
grant execute on function public.read_event_invitation to authenticated, service_role;

create function public.accept_event_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.accept_event_invitation(token);
comment on function public.accept_event_invitation is
  'The signed-in account gets the role of an invitation. Answers saved, gone, or refused with accepted, revoked or '
  'expired.';
grant execute on function public.accept_event_invitation to authenticated, service_role;

create function public.set_event_member(event uuid, account uuid, role text, ends_at timestamptz default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_member(event, account, role, ends_at);
comment on function public.set_event_member is
  'An owner changes role and end of a member. Answers saved, gone, or refused with last_owner.';
grant execute on function public.set_event_member to authenticated, service_role;

create function public.remove_event_member(event uuid, account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_event_member(event, account);
comment on function public.remove_event_member is
  'An owner removes a member, or a member leaves. Answers saved, gone, or refused with last_owner.';
grant execute on function public.remove_event_member to authenticated, service_role;

create function public.event_people(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_people(event);
comment on function public.event_people is
  'For owners of an event and event managers: members, people of the club, open invitations and the last exports.';
grant execute on function public.event_people to authenticated, service_role;

create function public.list_own_events() returns jsonb
language sql stable security invoker set search_path = ''
return private.list_own_events();
comment on function public.list_own_events is
  'Events that the caller works for, with its roles and rights, the nearest first.';
grant execute on function public.list_own_events to authenticated, service_role;

create function public.read_own_event(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_event(event);
comment on function public.read_own_event is
  'One event that the caller works for, with its roles and rights; null for every other event.';
grant execute on function public.read_own_event to authenticated, service_role;

create function public.event_figures(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_figures(event);
comment on function public.event_figures is
  'Counts of an event without personal data: registrations and people by kind and status, people who entered, '
  'registrations by day (the last 60 days with any).';
grant execute on function public.event_figures to authenticated, service_role;

create function public.event_payments(event uuid, after uuid default null, most integer default 200) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_payments(event, after, most);
comment on function public.event_payments is
  'Paid kinds of registration of an event with name, amount and payment, by id, for owners, organisers and treasurers; '
  'no contact, document or car.';
grant execute on function public.event_payments to authenticated, service_role;

create function public.note_event_export(event uuid, format text, filter text default '') returns jsonb
language sql volatile security invoker set search_path = ''
return private.note_event_export(event, format, filter);
comment on function public.note_event_export is 'Stores who downloaded a list of registrations.';
grant execute on function public.note_event_export to authenticated, service_role;

create function public.may_in_event(event uuid, wanted text) returns boolean
language sql stable security invoker set search_path = ''
return private.may_in_event(event, wanted);
comment on function public.may_in_event is 'Whether the caller has a right in an event.';
grant execute on function public.may_in_event to authenticated, service_role;

create function private.works_for_events() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.own_event_roles())
$$;

create function public.works_for_events() returns boolean
language sql stable security invoker set search_path = ''
return private.works_for_events();
comment on function public.works_for_events is 'Whether the caller has a role in any event.';
grant execute on function public.works_for_events to authenticated, service_role;
