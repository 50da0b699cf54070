-- Certificates of participation.

create table public.certificate_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  language text not null default 'pt-BR' check (language = any (private.locales())),
  version integer not null default 1 check (version > 0),
  background_path text check (background_path ~ '^/midia/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array' and jsonb_array_length(fields) <= 30
    and octet_length(fields::text) <= 20000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_name text generated always as (private.fold(name)) stored
);
comment on table public.certificate_templates is 'Models of certificates on one A4 page in landscape format.';
comment on column public.certificate_templates.version is
  'Rises with every change of what is printed; a certificate keeps a copy of the version it was issued with.';
comment on column public.certificate_templates.background_path is
  'Picture of the bucket media behind the texts; null draws a frame.';
comment on column public.certificate_templates.fields is
  '[{id, kind, x, y, width, size, align, bold, text}, …]: x, y and width in percent of the page, size in points.';
comment on column public.certificate_templates.search_name is
  'Name in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.certificate_templates enable row level security;
grant select, insert, update on public.certificate_templates to authenticated;
grant all on public.certificate_templates to service_role;

-- One model per language to begin with.
with words (language, name, heading, certify, took_part, code_line, team) as (values
  ('pt-BR', 'Participação', 'CERTIFICADO', 'Certificamos que', 'participou do evento', 'Código {code}',
    E'Equipe LACAMBECHE\nOrganização'),
  ('en-US', 'Participation', 'CERTIFICATE', 'We certify that', 'took part in', 'Code {code}',
    E'LACAMBECHE team\nOrganisation'),
  ('es-419', 'Participación en español', 'CERTIFICADO', 'Se certifica que', 'participó en el evento', 'Código {code}',
    E'Equipo LACAMBECHE\nOrganización')
)
insert into public.certificate_templates (name, language, fields)
select words.name, words.language, jsonb_build_array(
  jsonb_build_object('id', 'heading', 'kind', 'text', 'x', 10, 'y', 11, 'width', 80, 'size', 46, 'align', 'center',
    'bold', true, 'text', words.heading),
  jsonb_build_object('id', 'certify', 'kind', 'text', 'x', 10, 'y', 25, 'width', 80, 'size', 16, 'align', 'center',
    'bold', false, 'text', words.certify),
  jsonb_build_object('id', 'name', 'kind', 'name', 'x', 10, 'y', 31, 'width', 80, 'size', 40, 'align', 'center', 'bold',
    true, 'text', ''),
  jsonb_build_object('id', 'took-part', 'kind', 'text', 'x', 10, 'y', 43, 'width', 80, 'size', 16, 'align', 'center',
    'bold', false, 'text', words.took_part),
  jsonb_build_object('id', 'event', 'kind', 'event', 'x', 10, 'y', 48, 'width', 80, 'size', 28, 'align', 'center',
    'bold', true, 'text', ''),
  jsonb_build_object('id', 'when', 'kind', 'text', 'x', 10, 'y', 57, 'width', 80, 'size', 16, 'align', 'center', 'bold',
    false, 'text', '{town} · {date}'),
  jsonb_build_object('id', 'car', 'kind', 'car', 'x', 10, 'y', 62, 'width', 80, 'size', 16, 'align', 'center', 'bold',
    false, 'text', ''),
  jsonb_build_object('id', 'qr', 'kind', 'qr', 'x', 8, 'y', 72, 'width', 12, 'size', 12, 'align', 'left', 'bold', false,
    'text', ''),
  jsonb_build_object('id', 'code', 'kind', 'text', 'x', 21, 'y', 84, 'width', 30, 'size', 11, 'align', 'left', 'bold',
    false, 'text', words.code_line),
  jsonb_build_object('id', 'signature', 'kind', 'signature', 'x', 60, 'y', 79, 'width', 30, 'size', 12, 'align',
    'center', 'bold', false, 'text', words.team)
) from words;

create function private.designs_certificates() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('certificate_templates')
$$;
comment on function private.designs_certificates is 'Whether the caller may change models of certificates.';

create policy "certificate designers add models" on public.certificate_templates
  for insert to authenticated with check ((select private.designs_certificates()));
create policy "certificate designers update models" on public.certificate_templates
  for update to authenticated using ((select private.designs_certificates()))
    with check ((select private.designs_certificates()));

create function private.manages_certificates() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('certificates')
$$;
comment on function private.manages_certificates is 'Whether the caller may issue and revoke certificates.';

create policy "event and certificate managers and designers read models" on public.certificate_templates
  for select to authenticated using (
    (select private.designs_certificates()) or (select private.manages_certificates())
      or (select private.manages_registrations())
  );

create function private.number_certificate_template() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
  else
    new.version := old.version + (
      (old.fields, coalesce(old.background_path, ''), old.language)
        is distinct from (new.fields, coalesce(new.background_path, ''), new.language)
    )::integer;
  end if;
  return new;
end $$;
comment on function private.number_certificate_template is 'Trigger function: counts the versions of a model.';

create trigger certificate_templates_number before insert or update on public.certificate_templates
  for each row execute function private.number_certificate_template();
create trigger certificate_templates_server_columns before insert or update on public.certificate_templates
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger certificate_templates_touch before update on public.certificate_templates
  for each row execute function private.touch_updated_at();
create trigger certificate_templates_audit after insert or update or delete on public.certificate_templates
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('certificate_templates', 'certificate_templates');

select
  private.declare_columns('certificate_templates', 'not_personal', '{*}', 'models of certificates'),
  private.declare_columns('certificate_templates', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.certificate_batches (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  template_id uuid not null references public.certificate_templates (id) on delete cascade,
  registrations uuid[] not null check (cardinality(registrations) between 1 and 5000),
  hours numeric(4, 1) check (hours between 0.5 and 999),
  total integer generated always as (cardinality(registrations)) stored,
  done integer not null default 0,
  issued integer not null default 0,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint batch_has_no_more_than_its_registrations check (done between 0 and cardinality(registrations) and issued
    between 0 and done)
);
comment on table public.certificate_batches is 'Certificates that the worker issues, with progress.';
comment on column public.certificate_batches.done is
  'Registrations that the worker went through, in the order of the list.';
comment on column public.certificate_batches.issued is
  'New certificates; the other registrations have one already or did not enter.';
create index certificate_batches_event_id_idx on public.certificate_batches (event_id, created_at desc);
create index certificate_batches_template_id_idx on public.certificate_batches (template_id);
create index certificate_batches_created_by_idx on public.certificate_batches (created_by);
alter table public.certificate_batches enable row level security;
grant select on public.certificate_batches to authenticated;
grant all on public.certificate_batches to service_role;
create policy "certificate managers read batches" on public.certificate_batches
  for select to authenticated using ((select private.manages_certificates()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('certificate_batches', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 70);

select
  private.declare_columns('certificate_batches', 'not_personal', '{*}', 'work of the worker'),
  private.declare_columns('certificate_batches', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('certificate_batches', 'public.certificate_batches', 'created_at', '1 year 1 mon', 261);

create table public.certificates (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{10}$'),
  event_id uuid not null references public.events (id) on delete restrict,
  registration_id uuid references public.event_registrations (id) on delete set null,
  user_id uuid references public.profiles (id) on delete set null,
  template_id uuid references public.certificate_templates (id) on delete set null,
  batch_id uuid references public.certificate_batches (id) on delete set null,
  full_name text not null check (full_name !~ '^\s*$' and char_length(full_name) <= 120),
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 4000),
  layout jsonb not null check (jsonb_typeof(layout) = 'object' and octet_length(layout::text) <= 24000),
  issued_at timestamptz not null default now(),
  issued_by uuid references public.profiles (id) on delete set null,
  sent_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references public.profiles (id) on delete set null,
  revoke_reason text check (char_length(revoke_reason) <= 500),
  search_name text generated always as (private.fold(full_name)) stored,
  constraint revoked_certificate_has_a_reason check ((revoked_at is null) = (revoke_reason is null))
);
comment on table public.certificates is
  'Issued certificates. Name, facts and layout are copies, so that a later change of the event or the model changes '
  'no certificate.';
comment on column public.certificates.code is
  'Public code of the validation page, without letters that look like digits.';
comment on column public.certificates.facts is
  '{event, starts_at, ends_at, time_zone, town, car, hours} at the time of issue.';
comment on column public.certificates.layout is
  '{version, language, background, fields} of the model at the time of issue.';
comment on column public.certificates.search_name is
  'Name in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create unique index certificates_once_idx on public.certificates (registration_id, template_id) where revoked_at
  is null;
create index certificates_registration_id_idx on public.certificates (registration_id);
create index certificates_event_id_idx on public.certificates (event_id, full_name);
create index certificates_user_id_idx on public.certificates (user_id);
create index certificates_template_id_idx on public.certificates (template_id);
create index certificates_batch_id_idx on public.certificates (batch_id, full_name);
create index certificates_issued_by_idx on public.certificates (issued_by);
create index certificates_revoked_by_idx on public.certificates (revoked_by);
alter table public.certificates enable row level security;
grant select on public.certificates to authenticated;
grant all on public.certificates to service_role;
create policy "accounts read their own certificates, certificate managers all" on public.certificates
  for select to authenticated using (user_id = (select private.account_id())
    or (select private.manages_certificates()));

-- The name of the person is not logged.
create trigger certificates_audit after insert or update or delete on public.certificates
  for each row execute function private.write_audit('id', 'code,event_id,template_id,sent_at,revoked_at,revoke_reason');

insert into private.audit_log_permissions (entity, permission) values
  ('certificates', 'certificates');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('certificates', 'user_id', 'account', 'own', 'Certificados de eventos', 'unlink', 67),
  ('certificates', 'issued_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 68),
  ('certificates', 'revoked_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 69);

select
  private.declare_columns('certificates', 'exported',
    '{id,code,event_id,registration_id,user_id,full_name,facts,issued_at,sent_at,revoked_at,revoke_reason}'),
  private.declare_columns('certificates', 'not_personal', '{template_id,batch_id,layout}', 'model of the certificate'),
  private.declare_columns('certificates', 'not_personal', '{search_name}', 'made from full_name'),
  private.declare_columns('certificates', 'withheld',
    '{issued_by,revoked_by}', 'another person: who issued or revoked');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('certificates', 'public.certificates', 'issued_at', '10 years', 260);

create table public.certificate_checks (
  day date not null,
  state text not null check (state = any (private.certificate_states())),
  checks integer not null default 1 check (checks > 0),
  primary key (day, state)
);
comment on table public.certificate_checks is
  'How often codes were checked per day; many unknown ones mean that somebody guesses.';
alter table public.certificate_checks enable row level security;
grant select on public.certificate_checks to authenticated;
grant all on public.certificate_checks to service_role;
create policy "certificate managers read the number of checks" on public.certificate_checks
  for select to authenticated using ((select private.manages_certificates()));

select private.declare_columns('certificate_checks', 'not_personal', '{*}', 'sums');

alter table public.events add constraint events_certificate_template_id_fkey
  foreign key (certificate_template_id) references public.certificate_templates (id) on delete set null;

create function private.new_certificate_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(random.bytes, place) % 32, 1), '')
  -- Bytes 6 and 8 of a UUID hold its version.
  from (select uuid_send(gen_random_uuid()) as bytes) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) as place
$$;
comment on function private.new_certificate_code is 'Ten characters without I, O, 0 and 1.';

create function private.entered_at(registration uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(entry.scanned_at) from public.event_checkins as entry
  where entry.registration_id = registration and entry.kind = 'entry' and entry.result = 'ok' and entry.undone_at
    is null
$$;
comment on function private.entered_at is
  'First entry of a registration that was not undone; null when the person did not enter.';

create function private.earned_certificate(registration uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.may_change(person, 'certificate') from public.event_registrations as person
      where person.id = earned_certificate.registration
  ), false)
$$;
comment on function private.earned_certificate is
  'Whether a registration may get a certificate: confirmed, and somebody entered.';

create function private.certificate_facts(registration public.event_registrations, language text, hours numeric)
  returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'event', coalesce(nullif(event.translations -> left(language, 2) ->> 'title', ''), event.title),
    'starts_at', event.starts_at, 'ends_at', event.ends_at, 'time_zone', event.time_zone,
    'town', event.town || '/' || event.state_abbr,
    'car', (
      select concat_ws(' ', vehicle.make, vehicle.model, vehicle.year) from public.registration_vehicles as vehicle
      where vehicle.registration_id = registration.id order by vehicle.position limit 1
    ),
    'hours', hours
  ))
  from public.events as event where event.id = registration.event_id
$$;
comment on function private.certificate_facts is 'What a certificate prints beside the name.';

create function private.issue_certificate(registration uuid, template uuid, hours numeric, issuer uuid, batch uuid)
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.event_registrations;
  model public.certificate_templates;
  created uuid;
begin
  select * into person from public.event_registrations where id = registration;
  select * into model from public.certificate_templates where id = template;
  if person.id is null or model.id is null or not private.earned_certificate(registration) then
    return null;
  end if;
  insert into public.certificates (code, event_id, registration_id, user_id, template_id, batch_id, full_name, facts,
    layout, issued_by)
  values (
    private.new_certificate_code(), person.event_id, person.id, person.user_id, model.id, batch, person.full_name,
    private.certificate_facts(person, model.language, hours),
    jsonb_build_object('version', model.version, 'language', model.language, 'background', model.background_path,
      'fields', model.fields),
    issuer
  )
  on conflict (registration_id, template_id) where revoked_at is null do nothing
  returning id into created;
  return created;
end $$;
comment on function private.issue_certificate is
  'Issues one certificate; null when the registration has one of this model already or did not earn it.';

create function private.begin_certificate_batch(event uuid, template uuid, registrations uuid[], hours numeric)
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch uuid;
  chosen uuid[] := array(
    select registration.id from public.event_registrations as registration
    where registration.event_id = event and registration.id = any (registrations)
    order by private.fold(registration.full_name), registration.id
  );
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers issue certificates' using errcode = '42501';
  elsif cardinality(chosen) not between 1 and 5000 or not exists (select from public.certificate_templates
    where id = template and is_active) then
    perform private.refuse('invalid');
  end if;
  insert into public.certificate_batches (event_id, template_id, registrations, hours, created_by)
  values (event, template, chosen, hours, private.account_id()) returning id into batch;
  perform private.enqueue_job('issue-certificates', jsonb_build_object('batch', batch));
  return batch;
end $$;
comment on function private.begin_certificate_batch is 'Stores a batch and enqueues its job.';

create function private.continue_certificate_batch(batch uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.certificate_batches;
  created integer;
  next_done integer;
begin
  -- The lock lets a second worker wait instead of going through the same registrations.
  select * into work from public.certificate_batches where id = batch for update;
  if work.id is null or work.ended_at is not null then
    return 0;
  end if;
  next_done := least(work.done + greatest(most, 1), work.total);
  select count(private.issue_certificate(registration, work.template_id, work.hours, work.created_by, work.id))
    into created
  from unnest(work.registrations[work.done + 1 : next_done]) as registration;
  update public.certificate_batches
  set done = next_done, issued = work.issued + created, ended_at = case when next_done = work.total then now() end
  where id = batch;
  return work.total - next_done;
end $$;
comment on function private.continue_certificate_batch is
  'Issues the next certificates of a batch; returns how many registrations remain.';

create function private.revoke_certificate(certificate uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers revoke certificates' using errcode = '42501';
  elsif reason is null or reason ~ '^\s*$' or char_length(reason) > 500 then
    perform private.refuse('invalid');
  end if;
  update public.certificates set revoked_at = now(), revoked_by = private.account_id(), revoke_reason = btrim(reason)
  where id = certificate and revoked_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
end $$;
comment on function private.revoke_certificate is
  'Revokes a certificate; its code then shows that it is no longer valid.';

create function private.reissue_certificate(certificate uuid, reason text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  former public.certificates;
  created uuid;
begin
  select * into former from public.certificates where id = certificate for update;
  if former.revoked_at is null then
    perform private.revoke_certificate(certificate, reason);
  elsif not private.manages_certificates() then
    raise exception 'only certificate managers issue certificates' using errcode = '42501';
  end if;
  created := private.issue_certificate(former.registration_id, former.template_id, (former.facts ->> 'hours')::numeric,
    private.account_id(), null);
  if created is null then
    perform private.refuse('not_earned');
  end if;
  return created;
end $$;
comment on function private.reissue_certificate is
  'Revokes a certificate and issues one with the present name and model and a new code.';

create function private.send_certificates(certificates uuid[], by_mail boolean) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  told integer := 0;
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers send certificates' using errcode = '42501';
  end if;
  for one in
    select certificate.id, certificate.code, certificate.full_name, certificate.facts ->> 'event' as title,
      registration.email, registration.locale
    from public.certificates as certificate join public.event_registrations as registration
      on registration.id = certificate.registration_id
    where certificate.id = any (certificates) and certificate.revoked_at is null
      and private.earned_certificate(registration.id)
    order by certificate.id limit 5000
  loop
    begin
      if by_mail then
        perform private.enqueue_mail(one.email, 'certificate_issued',
          jsonb_build_object('name', one.full_name, 'event', one.title, 'path', '/eventos/certificado/' || one.code),
          one.locale);
      end if;
      update public.certificates set sent_at = now() where id = one.id;
      told := told + 1;
    exception when invalid_parameter_value then
      -- An address that cannot receive mail does not keep the others from theirs.
      null;
    end;
  end loop;
  return told;
end $$;
comment on function private.send_certificates is
  'Mails certificates of registrations that still earn one, or notes that their links were sent by hand; returns how '
  'many.';

create function private.verify_certificate(code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.certificates;
  result text;
begin
  select * into existing from public.certificates where certificates.code = upper(verify_certificate.code);
  result := case when existing.id is null then 'unknown' when existing.revoked_at is null
    then 'valid' else 'revoked' end;
  insert into public.certificate_checks as known (day, state) values (private.day_of(now()), result)
  on conflict (day, state) do update set checks = known.checks + 1;
  return jsonb_strip_nulls(jsonb_build_object(
    'state', result, 'name', existing.full_name, 'event', existing.facts ->> 'event',
    'starts_at', existing.facts ->> 'starts_at', 'ends_at', existing.facts ->> 'ends_at', 'time_zone',
      existing.facts ->> 'time_zone'
  ));
end $$;
comment on function private.verify_certificate is
  'State of a code with name, event and dates of the certificate; counts the check.';

create function private.certificate_people(event uuid, template uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', person.id, 'name', person.full_name, 'entered_at', private.entered_at(person.id),
    'has_certificate', exists (
      select from public.certificates as issued
      where issued.registration_id = person.id and issued.template_id = template and issued.revoked_at is null
    )
  ) order by private.fold(person.full_name), person.id), '[]')
  from public.event_registrations as person
  where person.event_id = event and private.manages_certificates() and private.earned_certificate(person.id)
$$;
comment on function private.certificate_people is
  'People of confirmed registrations who entered an event, for certificate managers; empty for other callers.';

create function public.issue_certificates(event uuid, template uuid, registrations uuid[], hours numeric default null)
  returns uuid
language sql volatile security invoker set search_path = '' return private.begin_certificate_batch(event, template,
  registrations, hours);
comment on function public.issue_certificates is 'Starts a batch of certificates; returns its id.';
grant execute on function public.issue_certificates to authenticated, service_role;

create function public.revoke_certificate(certificate uuid, reason text) returns void
language sql volatile security invoker set search_path = '' return private.revoke_certificate(certificate, reason);
comment on function public.revoke_certificate is 'Revokes a certificate.';
grant execute on function public.revoke_certificate to authenticated, service_role;

create function public.reissue_certificate(certificate uuid, reason text) returns uuid
language sql volatile security invoker set search_path = '' return private.reissue_certificate(certificate, reason);
comment on function public.reissue_certificate is 'Replaces a certificate by a new one with another code.';
grant execute on function public.reissue_certificate to authenticated, service_role;

create function public.send_certificates(certificates uuid[], by_mail boolean) returns integer
language sql volatile security invoker set search_path = '' return private.send_certificates(certificates, by_mail);
comment on function public.send_certificates is
  'Mails certificates, or notes that their links were sent by hand; returns how many.';
grant execute on function public.send_certificates to authenticated, service_role;

create function public.verify_certificate(code text) returns jsonb
language sql volatile security invoker set search_path = '' return private.verify_certificate(code);
comment on function public.verify_certificate is 'For the server only, which limits the callers: state of a code.';
grant execute on function public.verify_certificate to service_role;

create function public.certificate_people(event uuid, template uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.certificate_people(event, template);
comment on function public.certificate_people is
  'People who entered an event, and whether they have a certificate of a model.';
grant execute on function public.certificate_people to authenticated, service_role;
