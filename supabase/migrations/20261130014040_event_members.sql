set check_function_bodies = off;

drop policy "administrators of check-in enrol devices" on public.checkin_devices;

drop policy "template managers read versions, event managers those of forms" on public.form_template_versions;

drop policy "accounts read their own registrations, event managers all" on public.event_registrations;

drop policy "check-in operators read check-in lists" on public.event_checkin_lists;

drop policy "administrators of check-in add lists" on public.event_checkin_lists;

drop policy "check-in operators read devices" on public.checkin_devices;

drop policy "administrators of check-in revoke devices" on public.checkin_devices;

drop policy "event managers read messages" on public.event_messages;

drop policy "event managers read recipients of messages" on public.event_message_recipients;

drop policy "event managers read batches of badges, certificate managers of " on public.print_batches;

drop policy "signed-in accounts read public events, editors of an event thei" on public.events;

drop function private.require_registration_manager;

drop function private.gate_device;

create or replace function private.event_roles() returns text[]
language sql immutable set search_path = ''
return array['owner', 'organiser', 'treasurer', 'gate', 'press'];

create or replace function private.event_rights() returns text[]
language sql immutable set search_path = ''
return array['team', 'page', 'registrations', 'payments', 'gate', 'devices', 'messages', 'figures'];

create or replace function private.event_invitation_days() returns integer
language sql immutable set search_path = ''
return 14;

create or replace function private.event_invitations_per_day() returns integer
language sql immutable set search_path = ''
return 30;

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

alter table public.event_members enable row level security;

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

alter table public.event_invitations enable row level security;

-- Downloads of the list of registrations of an event, for its owners and for event managers.
create table public.event_exports (
  id bigint generated always as identity primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  account_id uuid references public.profiles (id) on delete set null default private.account_id(),
  format text not null check (format in ('csv', 'xlsx')),
  filter text not null default '' check (char_length(filter) <= 300),
  created_at timestamptz not null default now()
);

alter table public.event_exports enable row level security;

insert into private.mail_kinds (template, mail_group) values ('event_invitation', 'invitation');

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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_exports', 'account_id', 'account', 'work', 'Listas de inscritos baixadas', 'unlink', 156);

select
  private.declare_columns('event_exports', 'exported', '{id,event_id,format,filter,created_at}'),
  private.declare_columns('event_exports', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_exports', 'public.event_exports', 'created_at', '2 years', 446);

-- Who published an event owns it.
insert into public.event_members (event_id, account_id, role)
select id, organizer_id, 'owner' from public.events where organizer_id is not null;

create or replace function private.request_account_erasure() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  due timestamptz;
begin
  select * into person from public.profiles where id = (select private.account_id()) and blocked_at is null for update;
  if person.id is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.refuse_last_superadministrador(person.id);
  perform private.refuse_last_event_owner(person.id);
  insert into public.account_erasures (user_id, due_at)
  values (person.id, now() + make_interval(days => private.erasure_wait_days()))
  on conflict do nothing returning due_at into due;
  if due is null then
    return (select due_at from public.account_erasures where user_id = person.id);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, after)
  values (person.id, 'insert', 'account_erasures', person.id::text, jsonb_build_object('due_at', due));
  perform private.enqueue_mail(email::text, 'account_erasure_requested',
    jsonb_build_object('date', (due at time zone 'America/Sao_Paulo')::date, 'path', '/painel'), person.locale)
  from auth.users where id = person.id and email is not null;
  return due;
end $$;

create or replace function private.edits_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_in_event(event, 'page')
$$;

create or replace function private.rights_of_event_role(role text) returns text[]
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

create or replace function private.own_event_roles() returns table (event_id uuid, role text)
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

create or replace function private.events_with_right(wanted text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct work.event_id from private.own_event_roles() as work
  where wanted = any (private.rights_of_event_role(work.role))
$$;

create or replace function private.may_in_event(event uuid, wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    private.is_staff() and private.has_permission('events')
      or event in (select private.events_with_right(wanted)), false)
$$;

create or replace function private.require_event_right(event uuid, wanted text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_in_event(event, wanted) then
    raise exception 'no right % in the event', wanted using errcode = '42501';
  end if;
end $$;

create or replace function private.own_published_event() returns trigger
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

create or replace function private.has_other_owner(event uuid, account uuid) returns boolean
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

create or replace function private.refuse_last_event_owner(account uuid) returns void
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

create or replace function private.tell_event_member(account uuid, event uuid) returns void
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

create or replace function private.invite_event_member(event uuid, email text, role text, role_ends_at timestamptz,
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

create or replace function private.revoke_event_invitation(invitation uuid) returns jsonb
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

create or replace function private.event_invitation_state(invitation public.event_invitations) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when invitation.revoked_at is not null then 'revoked'
    when invitation.expires_at <= now() or invitation.role_ends_at <= now() then 'expired'
    when not exists (select from public.events where id = invitation.event_id and deleted_at is null) then 'revoked'
    else 'open'
  end
$$;

create or replace function private.read_event_invitation(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', private.event_invitation_state(invitation), 'event', events.title, 'role', invitation.role,
    'event_id', case when events.id in (select own.event_id from private.own_event_roles() as own) then events.id end,
    'expires_at', invitation.expires_at
  )
  from public.event_invitations as invitation join public.events on events.id = invitation.event_id
  where invitation.token_hash = private.token_hash(token) and (select private.account_id()) is not null
$$;

create or replace function private.accept_event_invitation(token text) returns jsonb
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

create or replace function private.set_event_member(event uuid, account uuid, role text, ends_at timestamptz) returns jsonb
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

create or replace function private.remove_event_member(event uuid, account uuid) returns jsonb
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

create or replace function private.event_people(event uuid) returns jsonb
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

create or replace function private.list_own_events() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.own_event_entry(events, roles.roles)
    order by events.ends_at < now(), abs(extract(epoch from events.starts_at - now())), events.id), '[]')
  from (
    select own.event_id, array_agg(distinct own.role) as roles from private.own_event_roles() as own group by 1
  ) as roles join public.events on events.id = roles.event_id
  where events.deleted_at is null
$$;

create or replace function private.own_event_entry(event public.events, roles text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', event.id, 'title', event.title, 'slug', event.slug, 'status', event.status, 'starts_at', event.starts_at,
    'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
    'is_demo', event.is_demo,
    'roles', (select jsonb_agg(role order by array_position(private.event_roles(), role)) from unnest(roles) as role),
    'rights', (
      select jsonb_agg(known order by place) from unnest(private.event_rights()) with ordinality as kind (known, place)
      where exists (select from unnest(roles) as role where known = any (private.rights_of_event_role(role)))
    )
  )
$$;

create or replace function private.read_own_event(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_event_entry(events, roles.roles)
  from (
    select array_agg(distinct own.role) as roles from private.own_event_roles() as own
    where own.event_id = read_own_event.event
  ) as roles join public.events on events.id = read_own_event.event
  where roles.roles is not null and events.deleted_at is null
$$;

create or replace function private.event_figures(event uuid) returns jsonb
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

create or replace function private.event_payments(event uuid, after uuid, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', registration.id, 'code', registration.code, 'name', registration.full_name, 'kind', type.name,
      'status', registration.status, 'price_cents', registration.price_cents,
      'difference_cents', registration.difference_cents, 'method', payment.method, 'payment_status', payment.status,
      'paid_at', payment.paid_at, 'paid_cents', case when payment.paid_at is not null then payment.amount_cents end,
      'refunded_cents', payment.refunded_cents
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

create or replace function private.note_event_export(event uuid, format text, filter text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.require_event_right(event, 'registrations');
  insert into public.event_exports (event_id, format, filter)
  values (event, note_event_export.format, left(coalesce(note_event_export.filter, ''), 300));
  return private.saved();
end $$;

create or replace function public.invite_event_member(event uuid, email text, role text, role_ends_at timestamptz,
  invitation uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.invite_event_member(event, email, role, role_ends_at, invitation, token_hash);

create or replace function public.revoke_event_invitation(invitation uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_event_invitation(invitation);

create or replace function public.read_event_invitation(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_invitation(token);

create or replace function public.accept_event_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.accept_event_invitation(token);

create or replace function public.set_event_member(event uuid, account uuid, role text, ends_at timestamptz default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_member(event, account, role, ends_at);

create or replace function public.remove_event_member(event uuid, account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_event_member(event, account);

create or replace function public.event_people(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_people(event);

create or replace function public.list_own_events() returns jsonb
language sql stable security invoker set search_path = ''
return private.list_own_events();

create or replace function public.read_own_event(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_event(event);

create or replace function public.event_figures(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_figures(event);

create or replace function public.event_payments(event uuid, after uuid default null, most integer default 200) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_payments(event, after, most);

create or replace function public.note_event_export(event uuid, format text, filter text default '') returns jsonb
language sql volatile security invoker set search_path = ''
return private.note_event_export(event, format, filter);

create or replace function public.may_in_event(event uuid, wanted text) returns boolean
language sql stable security invoker set search_path = ''
return private.may_in_event(event, wanted);

create or replace function private.works_for_events() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.own_event_roles())
$$;

create or replace function public.works_for_events() returns boolean
language sql stable security invoker set search_path = ''
return private.works_for_events();

create or replace function private.check_document(document uuid, decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  checked_document public.registration_documents;
  existing public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_event_right((
    select registration.event_id from public.registration_documents as sent
    join public.event_registrations as registration on registration.id = sent.registration_id
    where sent.id = check_document.document
  ), 'registrations');
  if decision not in ('ok', 'refused') then
    perform private.refuse('invalid', 'decision');
  elsif decision = 'refused' and note is null then
    return private.refused('reason_missing');
  end if;
  select * into checked_document from public.registration_documents where id = document for update;
  select * into existing from public.event_registrations where id = checked_document.registration_id;
  if existing.id is null then
    return private.gone();
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused'
    then left(note, 500) end where id = checked_document.id;
  perform private.note_registration(existing, 'document_' || decision || ':' || checked_document.kind);
  if decision = 'refused' and checked_document.status <> 'refused' then
    perform private.mail_registration(existing, 'registration_document_refused', 'registration',
      jsonb_build_object('note', note));
  end if;
  return private.saved();
end $$;

create or replace function private.promote_waiting_list(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(
    (select event_id from public.event_registration_types where id = type), 'registrations');
  return private.promote_waiting(type);
end $$;

create or replace function private.managed_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(
    (select event_id from public.event_registrations where id = registration), 'registrations');
  return private.lock_registration(registration);
end $$;

create or replace function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  answer jsonb;
  key text;
  counts jsonb := '{}';
begin
  if exists (
    select from public.event_registrations as known where known.id = any (registrations)
      and not private.may_in_event(known.event_id, 'registrations')
  ) or not (private.manages_registrations() or private.works_for_events()) then
    raise exception 'only people who decide these registrations' using errcode = '42501';
  elsif cardinality(registrations) > 200 then
    perform private.refuse('invalid', 'registrations');
  end if;
  -- Locks of kinds are taken in the order of their ids, and people are served in the order of their registrations.
  for one in
    select id from public.event_registrations where id = any (registrations) order by type_id,
      coalesce(waiting_since, created_at), id
  loop
    begin
      answer := private.decide_registration(one.id, decision, reason, null);
      key := case answer ->> 'outcome' when 'saved' then 'decided' when 'refused' then answer ->> 'reason'
        else 'failed' end;
    exception when raise_exception then
      key := 'failed';
    end;
    counts := counts || jsonb_build_object(key, coalesce((counts ->> key)::integer, 0) + 1);
  end loop;
  return counts;
end $$;

create or replace function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions',
    '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_event_right(
    (select event_id from public.event_registration_types where id = (payload ->> 'type_id')::uuid), 'registrations');
  kind := private.lock_kinds((payload ->> 'type_id')::uuid);
  if kind.id is null then
    perform private.refuse('registration_missing');
  end if;
  insert into public.event_registrations (
    code, event_id, type_id, full_name, email, phone, town, club, company, companions, places, price_cents, status,
      source, locale, request_id
  ) values (
    private.new_registration_code(), kind.event_id, kind.id, btrim(payload ->> 'full_name'),
      lower(btrim(payload ->> 'email')), nullif(payload ->> 'phone', ''),
    nullif(payload ->> 'town', ''), nullif(payload ->> 'club', ''), nullif(payload ->> 'company', ''), people,
      1 + cardinality(people),
    case when (payload ->> 'is_free')::boolean then 0 else private.registration_price(kind, 1 + cardinality(people),
      null) end, 'pending', 'panel',
    coalesce(payload ->> 'locale', 'pt-BR'), (payload ->> 'request_id')::uuid
  ) on conflict (request_id) do nothing returning * into added;
  if added.id is null then
    return (select id from public.event_registrations where request_id = (payload ->> 'request_id')::uuid);
  end if;
  insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
  select added.id, place, vehicle ->> 'make', vehicle ->> 'model', (vehicle ->> 'year')::integer,
    nullif(vehicle ->> 'plate', '')
  from jsonb_array_elements(coalesce(payload -> 'vehicles', '[]')) with ordinality as given (vehicle, place)
    where place <= kind.max_vehicles;
  if not private.has_places(added) then
    perform private.refuse('no_places');
  end if;
  if added.price_cents > 0 and not private.event_payment_is_possible() then
    perform private.refuse('payment_unavailable');
  end if;
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end);
  return added.id;
end $$;

create or replace function private.counted_payment(registration public.event_registrations) returns table (
  method text, status text, paid_at timestamptz, amount_cents integer, refunded_cents integer
)
language sql stable security definer set search_path = '' as $$
  select payments.method, payments.status, payments.paid_at, payments.amount_cents, payments.refunded_cents
  from public.payments
  where payments.subject_type = 'registration' and payments.subject_id = registration.id
  order by payments.id = registration.payment_id desc nulls last, payments.paid_at desc nulls last,
    payments.created_at desc limit 1
$$;

create or replace function private.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer
)
language sql stable security definer set search_path = '' as $$
  with people as (select counted.* from private.list_people(registration_facts.event) as counted)
  select registration.id, payment.method, payment.status, payment.paid_at,
    case when payment.paid_at is not null then payment.amount_cents end, payment.refunded_cents, entry.first_at,
    case when entry.first_at is not null then entry.inside end
  from public.event_registrations as registration
  left join lateral private.counted_payment(registration) as payment on true
  left join lateral (
    select min(reading.scanned_at) as first_at,
      (select max(people.inside) from people join public.event_checkin_lists as counted on counted.id = people.list_id
        where people.registration_id = registration.id and counted.purpose = 'entry') as inside
    from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
    where reading.registration_id = registration.id and reading.result = 'ok' and reading.kind = 'entry'
      and reading.undone_at is null and list.purpose = 'entry'
  ) as entry on true
  where registration.event_id = registration_facts.event and registration.id = any (registrations)
    and (select private.may_in_event(registration_facts.event, 'registrations'))
$$;

create or replace function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  people integer;
  price integer;
begin
  select * into existing from public.event_registrations where id = changed_price.registration;
  perform private.require_event_right(existing.event_id, 'registrations');
  if existing.id is null then
    perform private.refuse('registration_missing');
  end if;
  people := case
    when companions is null then existing.places
    else greatest(existing.places + companions - cardinality(existing.companions), 1 + companions)
  end;
  price := private.price_after(existing, people, case when companions is null
    then changed_price.stand else existing.stand_id
    end);
  if private.is_settled(existing) then
    price := greatest(price, existing.price_cents - existing.difference_cents);
  end if;
  return jsonb_build_object('from', existing.price_cents, 'to', price, 'is_settled', private.is_settled(existing));
end $$;

-- Whether registered people come, and places of those who do not.

create or replace function private.ask_attendance(event uuid, type uuid, max_mails integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
  one public.event_registrations;
  asked integer := 0;
begin
  perform private.require_event_right(event, 'registrations');
  select * into existing from public.events where id = event;
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status not in ('published', 'postponed') or existing.deleted_at is not null
    or existing.starts_at <= now() then
    perform private.refuse('event_over');
  end if;
  -- Rows that another manager asks at the same time are skipped, so that each person gets one mail.
  for one in
    select * from public.event_registrations as registration
    where registration.event_id = existing.id and registration.status = 'confirmed'
      and registration.attending = 'unknown'
      and (ask_attendance.type is null or registration.type_id = ask_attendance.type)
      and (registration.attendance_asked_at is null or registration.attendance_asked_at < now() - interval '3 days')
    order by registration.created_at, registration.id limit least(greatest(max_mails, 0), 500) for update skip locked
  loop
    update public.event_registrations set attendance_asked_at = now() where id = one.id;
    perform private.mail_registration(one, 'registration_attendance', 'attendance');
    asked := asked + 1;
  end loop;
  return asked;
end $$;

create or replace function private.free_declined_places(event uuid, reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  existing public.event_registrations;
  freed integer := 0;
begin
  perform private.require_event_right(event, 'registrations');
  for one in
    select registration.id from public.event_registrations as registration
    where registration.event_id = free_declined_places.event and registration.status = 'confirmed'
      and registration.attending = 'no'
      and private.may_change(registration, 'free_declined')
    order by registration.type_id, registration.id limit 200
  loop
    -- Under the lock no entry is stored meanwhile.
    existing := private.lock_registration(one.id);
    continue when existing.status <> 'confirmed' or not private.may_change(existing, 'free_declined');
    perform private.cancel_registration(one.id, nullif(btrim(coalesce(reason, '')), ''));
    freed := freed + 1;
  end loop;
  return freed;
end $$;

create or replace function private.operates_gates(events uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.checks_in() or exists (select from private.events_with_right('gate'))
    and events <@ array(select private.events_with_right('gate'))
$$;

create function private.gate_device(device_token text, events uuid[]) returns public.checkin_devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.checkin_devices;
begin
  if device_token is not null then
    device := private.live_checkin_device(device_token);
  end if;
  if device.id is null and (device_token is not null or not private.operates_gates(events)) then
    raise exception 'check-in is for operators and enrolled devices' using errcode = '42501';
  end if;
  return device;
end $$;

create or replace function private.record_checkins(readings jsonb, device_token text, pending integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.ended_checkin_device(device_token);
  reading jsonb;
begin
  if device.id is null then
    device := private.gate_device(device_token, array(
      select distinct list.event_id
      from jsonb_array_elements(case jsonb_typeof(readings) when 'array' then readings else '[]' end) as one
      left join public.event_checkin_lists as list on list.id = (one ->> 'listId')::uuid
    ));
  end if;
  if jsonb_typeof(readings) is distinct from 'array' or jsonb_array_length(readings) > 500 then
    raise exception 'readings must be an array of at most 500' using errcode = '22023';
  end if;
  -- One batch at a time per list; the order of the locks is the same for every caller.
  perform from public.event_checkin_lists
  where id in (select (one ->> 'listId')::uuid from jsonb_array_elements(readings) as one) order by id
    for no key update;
  -- A cancellation holds the lock of the kind, so that one of the two finds the rows of the other.
  perform from public.event_registration_types as type where type.id in (
    select known.type_id from public.event_registrations as known
    where known.id in (select (one ->> 'registrationId')::uuid from jsonb_array_elements(readings) as one)
  ) order by type.id for share;
  for reading in select one from jsonb_array_elements(readings) as one order by one ->> 'scannedAt', one ->> 'nonce'
    loop
    perform private.record_checkin(reading, device);
  end loop;
  update public.checkin_devices set last_sync_at = now(), pending_readings = least(greatest(coalesce(pending, 0), 0),
    100000) where id = device.id;
  return (
    select coalesce(jsonb_agg(private.checkin_answer(stored)), '[]') from public.event_checkins as stored
    join public.event_checkin_lists as list on list.id = stored.list_id
      and (device.id is null or list.event_id = device.event_id)
    where stored.nonce in (select (one ->> 'nonce')::uuid from jsonb_array_elements(readings) as one)
      -- An operator of one event reads no answer of another event by its nonce.
      and stored.list_id in (select (one ->> 'listId')::uuid from jsonb_array_elements(readings) as one)
  );
end $$;

create or replace function private.undo_checkin(reading uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array(
    select list.event_id from public.event_checkins as known
    join public.event_checkin_lists as list on list.id = known.list_id where known.nonce = reading
  ));
  stored public.event_checkins;
  list public.event_checkin_lists;
  person public.event_registrations;
  entered integer;
begin
  select * into stored from public.event_checkins
  where nonce = reading and registration_id is not null and undone_at is null and kind <> 'print'
    and result = any (private.entry_results())
    and received_at > now() - interval '15 minutes' and (device.id is null or device_id = device.id);
  if stored.id is null then
    return private.gone();
  end if;
  select * into list from public.event_checkin_lists where id = stored.list_id for no key update;
  entered := private.entered_people(stored.registration_id);
  -- Each reading of a list with re-entry is a movement of its own. On other lists the refused readings of the badge are
  -- undone too, because they would become entries; the parts of a family that entered stay.
  update public.event_checkins set undone_at = now(), undone_by = case when device.id is null
    then (select private.account_id()) end
  where list_id = stored.list_id and registration_id = stored.registration_id and undone_at is null
    and result = any (private.entry_results())
    and kind = stored.kind and (id = stored.id or not list.allow_reentry and (result <> 'ok' or stored.places = 1));
  perform private.order_checkins(list, stored.registration_id);
  select * into person from public.event_registrations where id = stored.registration_id;
  if stored.is_walk_in and person.status = 'confirmed' and private.entered_people(person.id) = 0 then
    perform private.set_registration_status(person.id, 'cancelled');
  elsif person.status = 'cancelled' then
    -- private.cancel_registration kept the places of the people who were inside.
    perform private.release_places(person.type_id, entered - private.entered_people(person.id));
  end if;
  return private.saved();
end $$;

create or replace function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array(
    select known.event_id from public.event_checkin_lists as known where known.id = (walk_in ->> 'listId')::uuid
  ));
  list public.event_checkin_lists;
  type public.event_registration_types;
  event public.events;
  given_name text := btrim(walk_in ->> 'name');
  given_email text := nullif(btrim(walk_in ->> 'email'), '');
  approver text := private.text_field(walk_in, 'approvedBy', 120);
  companions text[];
  people integer;
  code text := private.new_registration_code();
  added public.event_registrations;
  refused text;
begin
  select * into list from public.event_checkin_lists
  where id = (walk_in ->> 'listId')::uuid and (device.id is null or event_id = device.event_id) for no key update;
  select * into type from public.event_registration_types where id = (walk_in ->> 'typeId')::uuid
    and event_id = list.event_id;
  if type.id is null or given_name is null or char_length(given_name) not between 1 and 120 or (walk_in ->> 'nonce')
    is null then
    raise exception 'a walk-in needs a list, a kind of registration and a name' using errcode = '22023';
  end if;
  if cardinality(list.kinds) > 0 and type.kind <> all (list.kinds) then
    return private.refused('wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    companions := array(select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name
      where name !~ '^\s*$');
    people := greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1),
      1 + cardinality(companions));
    if private.needs_gate_approval(type) and approver is null then
      return private.refused('approval_missing');
    elsif not private.hold_places(type.id, people) then
      return private.refused('full');
    end if;
    select * into event from public.events where id = list.event_id;
    begin
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, companions, places,
        price_cents, source, confirmed_at, answers)
      values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'),
        'confirmed', companions, people,
        private.registration_price(type, people, null), 'walk_in', now(),
          jsonb_build_object('paid_at_gate', type.price_cents > 0))
      returning * into added;
      perform private.add_registration_vehicles(added.id, type, event, walk_in -> 'vehicles');
    exception when raise_exception then
      get stacked diagnostics refused = pg_exception_detail;
      if sqlerrm = 'vehicle_too_new' or refused in ('vehicles', 'year', 'make', 'model', 'plate') then
        perform private.release_places(type.id, people);
        return private.refused(case sqlerrm when 'vehicle_too_new' then 'vehicle_too_new' else 'vehicle_missing' end);
      end if;
      raise;
    end;
    if approver is not null then
      perform private.note_registration(added, 'approved_by:' || approver);
    end if;
    insert into public.event_checkins (list_id, registration_id, nonce, result, device_id, operator_id, scanned_at,
      is_walk_in, people, places, moved, inside)
    values (list.id, added.id, (walk_in ->> 'nonce')::uuid, 'ok', device.id, case when device.id is null
      then (select private.account_id()) end, now(), true,
      people, people, people, people);
  end if;
  return (
    select private.saved(jsonb_build_object('answer', private.checkin_answer(stored)))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;

create or replace function private.read_gate(event uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array[event]);
  chosen uuid := coalesce(device.event_id, event);
begin
  perform private.add_default_checkin_lists(chosen);
  update public.checkin_devices set last_sync_at = now() where id = device.id;
  return (
    select jsonb_build_object(
      'now', now(),
      'event', jsonb_build_object('id', events.id, 'title', events.title, 'startsAt', events.starts_at, 'endsAt',
        events.ends_at, 'isDemo', events.is_demo),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt',
        device.expires_at) end,
      'keys', private.event_public_keys(),
      'lists', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'purpose', purpose, 'kinds', kinds,
          'allowReentry', allow_reentry) order by position, name), '[]')
        from public.event_checkin_lists where event_id = chosen
      ),
      'types', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'kind', kind, 'name', name, 'priceCents', price_cents, 'left', private.places_left(id),
          'maxPeople', 1 + max_companions, 'needsVehicle', kind = any (private.exhibitor_kinds()),
          'needsApproval', private.needs_gate_approval(type)
        ) order by position), '[]')
        from public.event_registration_types as type where event_id = chosen
      ),
      'people', (
        select coalesce(jsonb_agg(private.gate_person(registration, type) order by registration.search_name), '[]')
        from public.event_registrations as registration join public.event_registration_types as type
          on type.id = registration.type_id
        where registration.event_id = chosen and not private.is_gate_over(events) and (
          registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted', 'unconfirmed')
          -- A person who has entered is inside until an exit is stored.
          or registration.status = 'cancelled' and private.has_entered(registration.id)
        )
      ),
      -- Their badges are still valid signatures, so that a device without a connection must refuse them by their id.
      'cancelled', (
        select coalesce(jsonb_agg(registration.id), '[]') from public.event_registrations as registration
        where registration.event_id = chosen and registration.status = any (private.ended_registration_statuses())
          and registration.confirmed_at is not null
          and not private.has_entered(registration.id)
      ),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_array(entry.list_id, entry.registration_id, entry.scanned_at,
          coalesce(reader.name, operator.username, ''), counted.entered, counted.inside)), '[]')
        from public.event_checkins as entry
        join private.list_people(chosen) as counted on counted.list_id = entry.list_id
          and counted.registration_id = entry.registration_id
        left join public.checkin_devices as reader on reader.id = entry.device_id
        left join public.profiles as operator on operator.id = entry.operator_id
        where entry.kind = 'entry' and entry.result = 'ok' and entry.first_checkin_id is null and entry.undone_at
          is null and not private.is_gate_over(events)
      ),
      'left', (select coalesce(jsonb_agg(jsonb_build_array(list_id, registration_id)), '[]')
        from private.last_movements(chosen) where kind = 'exit' and inside = 0)
    )
    from public.events where events.id = chosen and deleted_at is null and status in ('published', 'postponed')
  );
end $$;

create or replace function private.gate_overview(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.operates_gates(array[event]) then
    raise exception 'check-in is for operators' using errcode = '42501';
  end if;
  return (
    with expected as (
      select type.kind, count(*) as total, sum(registration.places) as people from public.event_registrations
        as registration
      join public.event_registration_types as type on type.id = registration.type_id
      where registration.event_id = event and registration.status = 'confirmed' group by type.kind
    ), entered as (
      select counted.list_id, type.kind, count(*) as total, sum(counted.entered) as people
        from private.list_people(event) as counted
      join public.event_registrations as registration on registration.id = counted.registration_id
      join public.event_registration_types as type on type.id = registration.type_id
      where counted.entered > 0 group by counted.list_id, type.kind
    ), reading as (
      select checkin.* from public.event_checkins as checkin
      where checkin.list_id in (select id from public.event_checkin_lists where event_id = event)
    )
    select jsonb_build_object(
      'counts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'listId', list.id, 'kind', kind.kind, 'entered', coalesce(entered.total, 0), 'expected',
            coalesce(expected.total, 0),
          'enteredPeople', coalesce(entered.people, 0), 'expectedPeople', coalesce(expected.people, 0)
        ) order by list.position, list.name, kind.kind), '[]')
        from public.event_checkin_lists as list
        join (select distinct type.kind from public.event_registration_types as type where type.event_id = event)
          as kind
          on cardinality(list.kinds) = 0 or kind.kind = any (list.kinds)
        left join entered on entered.list_id = list.id and entered.kind = kind.kind
        left join expected on expected.kind = kind.kind
        where list.event_id = event
      ),
      'inside', (
        select coalesce(jsonb_agg(jsonb_build_object('listId', list.id, 'total', people.total, 'totalPeople',
          people.inside, 'people', people.newest) order by list.position, list.name), '[]')
        from public.event_checkin_lists as list, lateral (
          select count(*) as total, coalesce(sum(inside.inside), 0) as inside, coalesce(jsonb_agg(jsonb_build_object(
            'id', inside.id, 'name', inside.full_name, 'kind', inside.kind, 'since', inside.scanned_at, 'inside',
              inside.inside, 'places', inside.places
          ) order by inside.scanned_at desc) filter (where place <= 500), '[]') as newest
          from (
            select registration.id, registration.full_name, registration.places, type.kind, last.scanned_at,
              last.inside, row_number() over (order by last.scanned_at desc) as place
            from private.last_movements(event) as last
            join public.event_registrations as registration on registration.id = last.registration_id
            join public.event_registration_types as type on type.id = registration.type_id
            where last.list_id = list.id and last.inside > 0
          ) as inside
        ) as people
        where list.event_id = event and list.allow_reentry
      ),
      -- What gates admitted without a connection beyond the places: somebody must look at it.
      'conflicts', (
        select coalesce(jsonb_agg(private.checkin_answer(newest) order by newest.scanned_at desc), '[]') from (
          select reading.* from reading
          where reading.kind = 'entry' and reading.undone_at is null
            and (reading.result = 'too_many' or reading.result = 'duplicate' and reading.is_offline)
          order by reading.scanned_at desc limit 50
        ) as newest
      ),
      'readings', (
        select coalesce(jsonb_agg(private.checkin_answer(newest) order by newest.received_at desc,
          newest.scanned_at desc), '[]') from (
          select reading.* from reading order by reading.received_at desc, reading.scanned_at desc limit 30
        ) as newest
      )
    )
  );
end $$;

create or replace function private.checkin_usage(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.enrols_devices() or event in (select private.events_with_right('devices'))) then
    raise exception 'the use of check-in is read by administrators' using errcode = '42501';
  end if;
  return (
    with reading as (
      select checkin.*, checkin.kind = 'entry' and checkin.result = 'ok' and checkin.undone_at is null as is_entry,
        coalesce(device.name, operator.username, '') as reader, checkin.device_id is not null as is_device
      from public.event_checkins as checkin
      join public.event_checkin_lists as list on list.id = checkin.list_id and list.event_id = event
      left join public.checkin_devices as device on device.id = checkin.device_id
      left join public.profiles as operator on operator.id = checkin.operator_id
    ), came as (
      select reading.registration_id, max(reading.inside) as people from reading where reading.is_entry
        group by reading.registration_id
    ), confirmed as (
      select registration.id, registration.places, coalesce(came.people, 0) as people, came.registration_id is not null
        as came
      from public.event_registrations as registration left join came on came.registration_id = registration.id
      where registration.event_id = event and registration.status = 'confirmed'
    )
    select jsonb_build_object(
      'total', (select count(*) from reading),
      'exits', (select count(*) from reading where kind = 'exit' and result = 'ok' and undone_at is null),
      'prints', (select count(*) from reading where kind = 'print' and result = 'ok'),
      'offline', (select count(*) from reading where is_offline),
      'undone', (select count(*) from reading where undone_at is not null),
      'averageDelaySeconds', (select coalesce(round(avg(extract(epoch from received_at - scanned_at))), 0) from reading
        where is_offline),
      'longestDelaySeconds', (select coalesce(round(max(extract(epoch from received_at - scanned_at))), 0) from reading
        where is_offline),
      'confirmed', (select count(*) from confirmed),
      'came', (select count(*) from confirmed where came),
      'confirmedPeople', (select coalesce(sum(places), 0) from confirmed),
      'camePeople', (select coalesce(sum(people), 0) from confirmed),
      'results', (select coalesce(jsonb_object_agg(result, total), '{}')
        from (select result, count(*) as total from reading group by result) as per_result),
      'hours', (
        select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'readings', total, 'arrivals', arrivals, 'people',
          people) order by hour), '[]')
        from (
          select date_trunc('hour', scanned_at) as hour, count(*) as total, count(*) filter (where is_arrival)
            as arrivals,
            coalesce(sum(moved) filter (where is_entry), 0) as people
          from (
            select scanned_at, moved, is_entry, is_entry and row_number()
              over (partition by registration_id, is_entry order by scanned_at, nonce) = 1 as is_arrival from reading
          ) as numbered
          group by 1 order by 1 desc limit 96
        ) as per_hour
      ),
      'readers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', reader, 'isDevice', is_device, 'readings', total, 'entries', entries, 'people', people, 'duplicates',
            duplicates, 'refusals', refusals, 'offline', offline
        ) order by total desc, reader), '[]')
        from (
          select reader, is_device, count(*) as total, count(*) filter (where result = 'ok' and kind = 'entry')
            as entries,
            coalesce(sum(moved) filter (where is_entry), 0) as people,
            count(*) filter (where result <> 'ok' and result <> 'duplicate') as refusals, count(*)
              filter (where result = 'duplicate') as duplicates,
            count(*) filter (where is_offline) as offline
          from reading group by reader, is_device
        ) as per_reader
      )
    )
  );
end $$;

create or replace function private.preview_event_message(payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  perform private.require_event_right(private.uuid_field(payload, 'event'), 'messages');
  message := private.message_from(payload);
  return (
    select jsonb_build_object(
      'people', count(*),
      'left_out', (
        select count(*) from public.event_registrations as registration
        where registration.event_id = message.event_id and private.in_audience(registration, message)
      ) - count(*),
      'sample', (array_agg(jsonb_build_object('name', person.full_name, 'code', person.code) order by person.created_at,
        person.id))[1],
      'event', (select title from public.events where id = message.event_id)
    )
    from private.message_people(message) as person
  );
end $$;

create or replace function private.send_event_message(payload jsonb, people integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  perform private.require_event_right(private.uuid_field(payload, 'event'), 'messages');
  message := private.message_from(payload);
  if exists (select from public.event_messages where id = message.id) then
    return message.id;
  elsif (select count(*) from private.message_people(message)) is distinct from people then
    perform private.refuse('audience_changed');
  end if;
  message.created_by := (select private.account_id());
  insert into public.event_messages (id, event_id, channel, subject, body, types, statuses, attending, is_checked_in,
    send_at, created_by)
  values (
    message.id, message.event_id, message.channel, message.subject, message.body, message.types, message.statuses,
      message.attending,
    message.is_checked_in, message.send_at, message.created_by
  ) on conflict (id) do nothing;
  -- The links of WhatsApp are opened by hand, so their list is stored at once.
  if message.channel = 'whatsapp' then
    perform private.start_event_message(message.id);
  end if;
  return message.id;
end $$;

create or replace function private.cancel_event_message(message uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right((select event_id from public.event_messages where id = message), 'messages');
  update public.event_messages set cancelled_at = now() where id = message and ended_at is null and cancelled_at
    is null;
  return private.saved_or_gone(found);
end $$;

create or replace function private.note_message_opened(message uuid, registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right((select event_id from public.event_messages where id = message), 'messages');
  update public.event_message_recipients as known set status = 'sent', changed_at = now()
  from public.event_messages as work
  where known.message_id = note_message_opened.message and known.registration_id = note_message_opened.registration
    and work.id = known.message_id and work.channel = 'whatsapp' and known.status = 'waiting';
end $$;

create or replace function private.event_visits(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  path text;
begin
  perform private.require_event_right(event, 'figures');
  select '/eventos/lacambeche/' || slug into path from public.events where id = event;
  return (
    with recent as materialized (
      select referrer_host from public.page_views where page_path = path and created_at > now() - interval '30 days'
    )
    select jsonb_build_object(
      'total', (select count(*) from recent),
      'hosts', coalesce((
        select jsonb_agg(jsonb_build_object('host', host, 'visits', visits) order by visits desc, host)
        from (select referrer_host as host, count(*) as visits from recent where referrer_host is not null group by 1
          order by 2 desc, 1 limit 10) as hosts
      ), '[]')
    )
  );
end $$;

create or replace function private.badge_sample(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return (
    select private.badge_of(registration.id) from public.event_registrations as registration
    where registration.event_id = badge_sample.event and registration.status = 'confirmed'
    order by registration.created_at, registration.id limit 1
  );
end $$;

create or replace function private.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  days integer;
  zone text;
begin
  perform private.require_event_right(original, 'page');
  if copy is null then
    perform private.refuse('invalid', 'copy');
  end if;
  -- The same request sent twice makes one copy.
  perform pg_advisory_xact_lock(hashtextextended('duplicate_event' || copy, 0));
  if exists (select from public.events where id = copy) then
    return copy;
  end if;
  select * into event from public.events where id = original for share;
  zone := event.time_zone;
  if event.id is null then
    perform private.refuse('event_missing');
  elsif first_day is null or first_day < (now() at time zone zone)::date or first_day > current_date + 1100 then
    perform private.refuse('invalid', 'first_day');
  end if;
  days := first_day - (event.starts_at at time zone zone)::date;
  insert into public.events (
    id, slug, title, kind, status, is_portal_event, organizer_id, club_id, series_id, organizer_name, organizer_phone,
      organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, sources,
    badge_size, badge_hidden, certificate_template_id, certificate_hours
  ) values (
    copy, private.free_event_slug(event.title, copy), event.title, event.kind, 'draft', event.is_portal_event,
      event.organizer_id, event.club_id, event.series_id,
    event.organizer_name, event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng,
    private.shifted(event.starts_at, days, zone), private.shifted(event.ends_at, days, zone), zone, event.description,
      event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path,
    private.shifted(event.votes_open_at, days, zone), private.shifted(event.votes_close_at, days, zone),
      event.translations, event.sources,
    event.badge_size, event.badge_hidden, event.certificate_template_id, event.certificate_hours
  );
  perform private.copy_event_parts(event, copy, days);
  insert into public.event_members (event_id, account_id, role)
  select copy, member.account_id, member.role from public.event_members as member
  where member.event_id = original and member.role in ('owner', 'organiser') and member.ends_at is null
  on conflict (event_id, account_id) do nothing;
  return copy;
end $$;
comment on function private.duplicate_event is
  'Copies an event with its parts, owners and organisers as a draft that begins on first_day; every date moves by the '
  'same number of days. copy is the id of the new event.';

create or replace function private.print_badges(event uuid, type uuid, attending text, since date, size text, locale text)
  returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return private.add_print_batch('badges', event, size, locale, array(
    select registration.id
    from public.event_registrations as registration join public.events as meeting on meeting.id = registration.event_id
    where registration.event_id = event and registration.status = 'confirmed'
      and (print_badges.type is null or registration.type_id = print_badges.type)
      and (print_badges.attending is null or registration.attending = print_badges.attending)
      and (since is null or registration.confirmed_at >= since::timestamp at time zone meeting.time_zone)
    order by private.fold(registration.full_name), registration.id
  ));
end $$;

create or replace function private.retry_print_batch(batch uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.print_batches;
begin
  select * into work from public.print_batches where id = batch for update;
  if not (
    work.kind is distinct from 'certificates' and (private.manages_registrations()
      or private.may_in_event(work.event_id, 'registrations'))
    or work.kind is distinct from 'badges' and private.manages_certificates()
  ) then
    raise exception 'only managers print' using errcode = '42501';
  elsif work.id is null or work.failed_at is null or work.ended_at is not null then
    perform private.refuse('not_found');
  end if;
  update public.print_batches set failed_at = null, failure = null, done = 0 where id = batch;
  perform private.enqueue_job('print-batch', jsonb_build_object('batch', batch));
  return work.total;
end $$;

create index event_members_account_id_idx on public.event_members (account_id);

create index event_members_invited_by_idx on public.event_members (invited_by);

create index event_invitations_event_id_idx on public.event_invitations (event_id);

create index event_invitations_created_by_idx on public.event_invitations (created_by, created_at);

create index event_invitations_accepted_by_idx on public.event_invitations (accepted_by);

create index event_invitations_email_idx on public.event_invitations (lower(email));

create index event_exports_event_id_idx on public.event_exports (event_id, created_at desc);

create index event_exports_account_id_idx on public.event_exports (account_id);

create or replace function private.read_badge(key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.badge_of(registration.id)
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(key, 'registration', 'badge', 'manage')).registration_id
    or registration.id::text = key
      and (registration.user_id = (select private.account_id()) or (select private.checks_in())
        or registration.event_id in (select private.events_with_right('gate')))
$$;
comment on function private.read_badge is
  'What a badge shows, by the token of a link or, for its owner and for people at the gate, by the id.';

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

create policy "owners of an event and event managers read its invitations" on public.event_invitations
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('team'))
  );

create policy "owners of an event and event managers read its exports" on public.event_exports
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('team'))
  );

create policy "template managers read versions, people of events forms"
  on public.form_template_versions
  for select to authenticated
  using (
    (select private.has_permission('form_templates'))
    or published_at <= now() and (select private.manages_registrations() or private.works_for_events())
      and private.is_registration_form(template_id)
  );

create policy "accounts read own registrations, people of an event its"
  on public.event_registrations
  for select to authenticated
  using (
    user_id = (select private.account_id()) or (select private.manages_registrations())
    or event_id in (select private.events_with_right('registrations'))
  );

create policy "people at the gate and check-in operators read lists"
  on public.event_checkin_lists
  for select to authenticated
  using ((select private.checks_in()) or event_id in (select private.events_with_right('gate')));

create policy "people who set up a gate and administrators add lists"
  on public.event_checkin_lists
  for insert to authenticated
  with check ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')));

create policy "people at the gate and check-in operators read devices"
  on public.checkin_devices
  for select to authenticated
  using ((select private.checks_in()) or event_id in (select private.events_with_right('gate')));

create policy "people who set up a gate and administrators enrol devices"
  on public.checkin_devices
  for insert to authenticated
  with check ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')));

create policy "people who set up a gate and administrators revoke devices"
  on public.checkin_devices
  for update to authenticated
  using ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')))
  with check ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')));

create policy "people who write messages and event managers read them"
  on public.event_messages
  for select to authenticated
  using ((select private.manages_registrations()) or event_id in (select private.events_with_right('messages')));

create policy "people who write messages and event managers read recipients"
  on public.event_message_recipients
  for select to authenticated
  using (
    (select private.manages_registrations())
    or message_id in (
      select id from public.event_messages where event_id in (select private.events_with_right('messages'))
    )
  );

create policy "people of an event and managers read batches they may print"
  on public.print_batches
  for select to authenticated using (
    kind = 'badges' and ((select private.manages_registrations())
      or event_id in (select private.events_with_right('registrations')))
    or kind = 'certificates' and (select private.manages_certificates())
  );

create trigger event_members_audit after insert or update or delete on public.event_members
  for each row execute function private.write_audit('event_id', 'account_id,role,ends_at');

create trigger event_invitations_audit after insert or update or delete on public.event_invitations
  for each row execute function private.write_audit('id', 'event_id,role,revoked_at,accepted_at,accepted_by');

create trigger events_own_insert after insert on public.events
  for each row when (new.organizer_id is not null) execute function private.own_published_event();

create trigger events_own_update after update of organizer_id on public.events
  for each row when (new.organizer_id is distinct from old.organizer_id) execute function private.own_published_event();

comment on function private.event_roles is 'Roles of the people who work for an event, the one with most rights first.';

comment on function private.event_rights is
  'What a role of an event may allow: inviting people, changing the event, reading and deciding registrations with all '
  'their data, reading what was paid, reading badges, enrolling devices and adding lists, writing to registered people, '
  'and counts without personal data.';

comment on function private.event_invitation_days is 'Days for which an invitation to work for an event works.';

comment on function private.event_invitations_per_day is 'Most invitations to events that an account sends in a day.';

comment on function private.edits_event is
  'Whether the caller may edit an event: event managers, and people whose role in the event allows it.';

comment on table public.event_members is
  'Accounts that work for an event; written by functions only: the account that publishes an event becomes an owner, an '
  'accepted invitation gives another role. Owner and administrators of the club of an event need no row: they are owner '
  'and organisers.';

comment on column public.event_members.ends_at is
  'When the role ends; without it 30 days after the event, for owners and treasurers never.';

comment on function private.rights_of_event_role is 'What a role of an event allows; none for another word.';

comment on function private.own_event_roles is
  'Events that the caller works for, with each role: those of its memberships, and those of the clubs that it runs. Roles '
  'end 30 days after the event, except owner and treasurer.';

comment on function private.events_with_right is
  'Events in which a role of the caller has a right; event managers of the team are not counted.';

comment on function private.may_in_event is
  'Whether the caller has a right in an event: event managers of the team, and people whose role has the right.';

comment on function private.require_event_right is 'Raises 42501 unless the caller has the right in the event.';

comment on table public.event_invitations is
  'Links by which owners of an event invite people; valid for some days and for one account. Written by functions only.';

comment on column public.event_invitations.id is 'Made by the server, which derives the token of the link from it.';

comment on column public.event_invitations.role_ends_at is 'ends_at of the membership.';

comment on column public.event_invitations.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';

comment on table public.event_exports is
  'Downloads of the list of registrations of an event, one row for each; written by private.note_event_export.';

comment on column public.event_exports.filter is
  'Filters of the list in the file, as in the address; a searched text is left out.';

comment on function private.own_published_event is
  'Trigger function: the organiser of an event is its owner; another organiser takes the place of the one before.';

comment on function private.has_other_owner is 'Whether somebody else than an account owns an event, or the club of it.';

comment on function private.refuse_last_event_owner is
  'Raises last_event_owner for the only owner of a public event that is not over.';

comment on function private.tell_event_member is 'Notice to an account that got a role in an event.';

comment on function private.event_invitation_state is 'open, accepted, revoked or expired.';

comment on function private.own_event_entry is 'An event with the roles of the caller and what they allow.';

comment on function public.invite_event_member is
  'An owner of an event invites a person: mails a link. Answers saved, or refused with member (works for the event '
  'already) or limit (a number of invitations per day).';

comment on function public.revoke_event_invitation is 'Ends an open invitation; gone when it has ended.';

comment on function public.read_event_invitation is
  'What an invitation is for; null for a token that does not exist. Reading accepts nothing.';

comment on function public.accept_event_invitation is
  'The signed-in account gets the role of an invitation. Answers saved, gone, or refused with accepted, revoked or '
  'expired.';

comment on function public.set_event_member is
  'An owner changes role and end of a member. Answers saved, gone, or refused with last_owner.';

comment on function public.remove_event_member is
  'An owner removes a member, or a member leaves. Answers saved, gone, or refused with last_owner.';

comment on function public.event_people is
  'For owners of an event and event managers: members, people of the club, open invitations and the last exports.';

comment on function public.list_own_events is
  'Events that the caller works for, with its roles and rights, the nearest first.';

comment on function public.read_own_event is
  'One event that the caller works for, with its roles and rights; null for every other event.';

comment on function public.event_figures is
  'Counts of an event without personal data: registrations and people by kind and status, people who entered, '
  'registrations by day (the last 60 days with any).';

comment on function public.event_payments is
  'Paid kinds of registration of an event with name, amount and payment, by id, for owners, organisers and treasurers; '
  'no contact, document or car.';

comment on function public.note_event_export is 'Stores who downloaded a list of registrations.';

comment on function public.may_in_event is 'Whether the caller has a right in an event.';

comment on function public.works_for_events is 'Whether the caller has a role in any event.';

comment on function private.promote_waiting_list is 'promote_waiting for people who decide registrations of the event.';

comment on function private.managed_registration is
  'Locks a registration for people who may decide it; refuses everybody else, null for event managers when there is none.';

comment on function private.counted_payment is
  'The payment of a registration that counts, else the newest attempt; no row without any.';

comment on function private.operates_gates is
  'Whether the caller is an operator of the team, or has the right at the gate of all these events.';

comment on function private.gate_device is
  'The device of the caller, null for an operator of the team and for people at the gate of these events; refuses '
  'everybody else.';

grant execute on function private.accept_event_invitation to public;

grant execute on function private.counted_payment to public;

grant execute on function private.event_figures to public;

grant execute on function private.event_invitation_days to public;

grant execute on function private.event_invitation_state to public;

grant execute on function private.event_invitations_per_day to public;

grant execute on function private.event_payments to public;

grant execute on function private.event_people to public;

grant execute on function private.event_rights to public;

grant execute on function private.event_roles to public;

grant execute on function private.events_with_right to public;

grant execute on function private.has_other_owner to public;

grant execute on function private.invite_event_member to public;

grant execute on function private.list_own_events to public;

grant execute on function private.may_in_event to public;

grant execute on function private.note_event_export to public;

grant execute on function private.operates_gates to public;

grant execute on function private.own_event_entry to public;

grant execute on function private.own_event_roles to public;

grant execute on function private.own_published_event to public;

grant execute on function private.read_event_invitation to public;

grant execute on function private.read_own_event to public;

grant execute on function private.refuse_last_event_owner to public;

grant execute on function private.remove_event_member to public;

grant execute on function private.require_event_right to public;

grant execute on function private.revoke_event_invitation to public;

grant execute on function private.rights_of_event_role to public;

grant execute on function private.set_event_member to public;

grant execute on function private.tell_event_member to public;

grant execute on function private.works_for_events to public;

grant execute on function public.accept_event_invitation to authenticated;

grant execute on function public.accept_event_invitation to service_role;

grant select on public.event_exports to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_exports to service_role;

grant execute on function public.event_figures to authenticated;

grant execute on function public.event_figures to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_invitations to service_role;

grant select (accepted_at) on public.event_invitations to authenticated;

grant select (created_at) on public.event_invitations to authenticated;

grant select (email) on public.event_invitations to authenticated;

grant select (event_id) on public.event_invitations to authenticated;

grant select (expires_at) on public.event_invitations to authenticated;

grant select (id) on public.event_invitations to authenticated;

grant select (revoked_at) on public.event_invitations to authenticated;

grant select (role) on public.event_invitations to authenticated;

grant select (role_ends_at) on public.event_invitations to authenticated;

grant select on public.event_members to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_members to service_role;

grant execute on function public.event_payments to authenticated;

grant execute on function public.event_payments to service_role;

grant execute on function public.event_people to authenticated;

grant execute on function public.event_people to service_role;

grant execute on function public.invite_event_member to authenticated;

grant execute on function public.invite_event_member to service_role;

grant execute on function public.list_own_events to authenticated;

grant execute on function public.list_own_events to service_role;

grant execute on function public.may_in_event to authenticated;

grant execute on function public.may_in_event to service_role;

grant execute on function public.note_event_export to authenticated;

grant execute on function public.note_event_export to service_role;

grant execute on function public.read_event_invitation to authenticated;

grant execute on function public.read_event_invitation to service_role;

grant execute on function public.read_own_event to authenticated;

grant execute on function public.read_own_event to service_role;

grant execute on function public.remove_event_member to authenticated;

grant execute on function public.remove_event_member to service_role;

grant execute on function public.revoke_event_invitation to authenticated;

grant execute on function public.revoke_event_invitation to service_role;

grant execute on function public.set_event_member to authenticated;

grant execute on function public.set_event_member to service_role;

grant execute on function public.works_for_events to authenticated;

grant execute on function public.works_for_events to service_role;

reset check_function_bodies;
