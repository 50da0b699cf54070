-- Messages of visitors to a place.

create table public.service_messages (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 2000),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  answer text check (answer !~ '^\s*$' and char_length(answer) <= 2000),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  done_at timestamptz,
  done_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint answer_has_a_time check ((answer is null) = (answered_at is null)),
  constraint answered_message_is_done check (answer is null or done_at is not null)
);
comment on table public.service_messages is
  'What visitors write to the people of a place. Only they read it, the team does not; deleted after 12 months. '
  'Written by functions only.';
comment on column public.service_messages.locale is 'Language of the page, which the answer is mailed in.';
create index service_messages_service_id_idx on public.service_messages (service_id, created_at desc);
create index service_messages_email_idx on public.service_messages (lower(email), created_at);
create index service_messages_answered_by_idx on public.service_messages (answered_by);
create index service_messages_done_by_idx on public.service_messages (done_by);
create index service_messages_created_at_idx on public.service_messages (created_at);
alter table public.service_messages enable row level security;
grant select on public.service_messages to authenticated;
grant all on public.service_messages to service_role;
create policy "authenticated people of a place read its messages" on public.service_messages
  for select to authenticated using (service_id in (select private.own_places()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('service_messages', 'email', 'address', 'own', 'Mensagens enviadas a lugares', 'delete', 130),
  ('service_messages', 'answered_by', 'account', 'work', 'Mensagens respondidas por um lugar', 'unlink', 131),
  ('service_messages', 'done_by', 'account', 'work', 'Mensagens concluídas por um lugar', 'unlink', 132);

select
  private.declare_columns('service_messages', 'exported',
    '{id,service_id,name,email,body,locale,answer,answered_at,done_at,created_at}'),
  private.declare_columns('service_messages', 'withheld',
    '{answered_by,done_by}', 'another person: who answered for the place');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('service_messages', 'public.service_messages', 'created_at', '1 year', 441);

create function private.takes_messages(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.services join public.service_members on service_id = services.id
    where services.id = service and services.status = 'published' and services.deleted_at is null and role = 'owner'
  )
$$;

create function private.file_service_message(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.service_messages;
  place public.services;
  owner record;
begin
  perform private.check_payload(payload);
  message.service_id := private.uuid_field(payload, 'service', true);
  message.name := private.text_field(payload, 'name', 120, true);
  message.email := lower(private.email_field(payload, 'email', true));
  message.body := private.text_field(payload, 'body', 2000, true);
  message.locale := coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR');
  if not private.flag_field(payload, 'consent') then
    perform private.refuse('invalid', 'consent');
  end if;
  select * into place from public.services where id = message.service_id for key share;
  if not private.takes_messages(message.service_id) then
    return private.refused('closed');
  elsif exists (
    select from public.service_messages as known
    where known.service_id = message.service_id and lower(known.email) = message.email and known.body = message.body
      and known.created_at > now() - interval '1 day'
  ) then
    -- The same form sent twice is one message.
    return private.saved();
  elsif (select count(*) from public.service_messages where lower(email) = message.email
    and created_at > now() - interval '1 day') >= 10
    or (select count(*) from public.service_messages where service_id = message.service_id
      and created_at > now() - interval '1 day') >= 100
  then
    return private.refused('limit');
  end if;
  insert into public.service_messages (service_id, name, email, body, locale)
  values (message.service_id, message.name, message.email, message.body, message.locale);
  for owner in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = profiles.id
    where member.service_id = place.id and member.role = 'owner' and profiles.blocked_at is null
  loop
    insert into public.notifications (user_id, title, body, link, translations) values (
      owner.id, 'Mensagem para ' || left(place.name, 90), 'Um visitante escreveu ao lugar. Leia e responda no painel.',
        '/painel/lugares/' || place.id || '#mensagens',
      jsonb_build_object(
        'en', jsonb_build_object('title', 'Message for ' || left(place.name, 90), 'body',
          'A visitor wrote to the place. Read and answer it in your panel.'),
        'es', jsonb_build_object('title', 'Mensaje para ' || left(place.name, 90), 'body',
          'Una persona escribió al lugar. Lee y responde en tu panel.')
      )
    );
    begin
      -- The text of the visitor is read in the panel only.
      perform private.enqueue_mail(owner.email, 'place_message', jsonb_build_object(
        'name', owner.username, 'place', place.name, 'path', '/painel/lugares/' || place.id || '#mensagens'
      ), owner.locale);
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return private.saved();
end $$;
comment on function private.file_service_message is
  'service, name, email, body, consent and locale. Answers sent, closed (no owner) or limit.';

create function private.lock_own_message(message uuid) returns public.service_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_messages;
begin
  perform private.require_account();
  select * into existing from public.service_messages where id = message for update;
  if existing.id is null or not private.runs_place(existing.service_id) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  return existing;
end $$;
comment on function private.lock_own_message is
  'A message to a place of the caller, locked; raises 42501 for any other.';

create function private.answer_service_message(message uuid, answer text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_messages := private.lock_own_message(message);
  answer_text text := private.text_field(jsonb_build_object('answer', answer), 'answer', 2000, true);
begin
  if existing.answer is not null then
    return private.conflict();
  end if;
  update public.service_messages set
    answer = answer_text, answered_at = now(), answered_by = (select private.account_id()), done_at = now(),
      done_by = (select private.account_id())
  where id = existing.id;
  perform private.enqueue_mail(existing.email, 'place_answer', jsonb_build_object(
    'name', existing.name, 'place', services.name, 'question', existing.body, 'answer', answer_text,
    'path', '/' || lower(services.state_abbr) || '/servicos/' || services.slug
  ), existing.locale) from public.services where services.id = existing.service_id;
  return private.saved();
end $$;

create function private.set_message_done(message uuid, is_done boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_messages := private.lock_own_message(message);
begin
  if existing.answer is not null then
    return private.conflict();
  end if;
  update public.service_messages set
    done_at = case when is_done then coalesce(done_at, now()) end, done_by = case when is_done
      then coalesce(done_by, (select private.account_id())) end
  where id = existing.id;
  return private.saved();
end $$;

create function private.list_own_places() returns table (
  id uuid, name text, slug text, state_abbr text, status text, role text, waiting_messages bigint, has_proposal boolean
)
language sql stable security definer set search_path = '' as $$
  select place.id, place.name, place.slug, place.state_abbr, place.status, member.role,
    (select count(*) from public.service_messages where service_id = place.id and done_at is null),
    exists (select from public.service_requests where service_id = place.id and is_from_place
      and service_requests.status in ('received', 'in_review'))
  from public.service_members as member join public.services as place on place.id = member.service_id
  where member.account_id = (select private.account_id()) and place.deleted_at is null
  order by place.name, place.id limit 200
$$;

create function public.takes_messages(service uuid) returns boolean
language sql stable security invoker set search_path = ''
return private.takes_messages(service);
comment on function public.takes_messages is
  'Whether a published place has an owner, so that visitors can write to it.';
grant execute on function public.takes_messages to anon, authenticated, service_role;

create function public.submit_service_message(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.file_service_message(payload);
comment on function public.submit_service_message is
  'For the server only, which limits the callers: stores a message to a place and tells its owners. Answers sent, '
  'closed or limit.';
grant execute on function public.submit_service_message to service_role;

create function public.answer_service_message(message uuid, answer text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_service_message(message, answer);
comment on function public.answer_service_message is
  'Owners and staff answer a message once; the answer is mailed. False when it was answered before.';
grant execute on function public.answer_service_message to authenticated, service_role;

create function public.set_message_done(message uuid, is_done boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_message_done(message, is_done);
comment on function public.set_message_done is
  'Owners and staff mark a message as done or open again; conflict when it was answered.';
grant execute on function public.set_message_done to authenticated, service_role;

create function public.list_own_places() returns table (
  id uuid, name text, slug text, state_abbr text, status text, role text, waiting_messages bigint, has_proposal boolean
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_own_places();
end;
comment on function public.list_own_places is
  'Places that the caller runs, with the number of open messages and whether a change waits for the team.';
grant execute on function public.list_own_places to authenticated, service_role;
