-- Contracts between the organiser and a registered person.

create table public.registration_contracts (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid references public.event_registrations (id) on delete set null,
  template_version_id uuid references public.form_template_versions (id) on delete restrict,
  status text not null default 'draft' check (status = any (private.contract_statuses())),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  clauses text[] not null check (cardinality(clauses) between 1 and 100
    and octet_length(array_to_string(clauses, '')) <= 60000),
  event_title text not null,
  signer_name text not null,
  signer_email text not null,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz,
  link_expires_at timestamptz,
  signed_name text check (char_length(signed_name) between 3 and 120),
  signature_path text unique check (signature_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.png$'),
  signature_sha256 text check (signature_sha256 ~ '^[0-9a-f]{64}$'),
  signed_with text check (char_length(signed_with) <= 300),
  signer_address_hash text check (signer_address_hash ~ '^[0-9a-f]{0,64}$'),
  signed_at timestamptz,
  contract_sha256 text check (contract_sha256 ~ '^[0-9a-f]{64}$'),
  cancel_reason text check (char_length(cancel_reason) <= 500),
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sent_contract_has_a_link_end check (status <> 'sent' or link_expires_at is not null),
  constraint signed_contract_is_complete check (signed_at is null or (signed_name is not null and contract_sha256
    is not null))
);
comment on table public.registration_contracts is
  'Contracts of registrations with the text as it was sent. Functions write every row.';
comment on column public.registration_contracts.clauses is 'Plain texts in order; edited before sending.';
comment on column public.registration_contracts.token_hash is
  'SHA-256 of the token of the signing link; null in a restored database, where no earlier link works.';
comment on column public.registration_contracts.signature_path is
  'Path in the private bucket event-contracts; null when the typed name is the signature.';
comment on column public.registration_contracts.signer_address_hash is
  'Keyed hash of the network address that the signature came from.';
comment on column public.registration_contracts.contract_sha256 is 'Hash of private.registration_contract_text.';
create unique index registration_contracts_registration_id_idx on public.registration_contracts (registration_id)
  where status <> 'cancelled';
create index registration_contracts_registration_idx on public.registration_contracts (registration_id,
  created_at desc);
create index registration_contracts_template_version_id_idx on public.registration_contracts (template_version_id);
create index registration_contracts_created_by_idx on public.registration_contracts (created_by);
create index registration_contracts_sha256_idx on public.registration_contracts (contract_sha256);
alter table public.registration_contracts enable row level security;
grant select (
  id, registration_id, template_version_id, status, title, clauses, event_title, signer_name, signer_email, sent_at,
  link_expires_at, signed_name, signature_path, signature_sha256, signed_with, signed_at, contract_sha256,
  cancel_reason, cancelled_at, created_by, created_at, updated_at
) on public.registration_contracts to authenticated;
grant all on public.registration_contracts to service_role;

create function private.manages_contracts() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_contracts')
$$;
comment on function private.manages_contracts is 'Whether the caller may read and send contracts of registrations.';

create policy "contract managers read contracts of registrations" on public.registration_contracts
  for select to authenticated using ((select private.manages_contracts()));
create trigger registration_contracts_touch before update on public.registration_contracts
  for each row execute function private.touch_updated_at();
create trigger registration_contracts_audit after insert or update or delete on public.registration_contracts
  for each row execute function private.write_audit('id',
    'registration_id,template_version_id,status,title,sent_at,signed_at,contract_sha256,cancel_reason,cancelled_at');

create function private.queue_contract_signature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('event-contracts', array[old.signature_path]);
  return null;
end $$;
comment on function private.queue_contract_signature is
  'Trigger function: deletes the signature of a deleted contract.';

create trigger registration_contracts_files after delete on public.registration_contracts
  for each row execute function private.queue_contract_signature();

insert into private.audit_log_permissions (entity, permission) values
  ('registration_contracts', 'event_contracts');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('registration_contracts', 'signer_email', 'address', 'own', 'Contratos de eventos', 'keep',
    'A signed contract is kept as long as claims can arise from it; deleted by the retention rule.', 65),
  ('registration_contracts', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 66);

select
  private.declare_columns('registration_contracts', 'exported',
    '{id,registration_id,status,title,clauses,event_title,signer_name,signer_email,sent_at,link_expires_at,
      signed_name,signature_path,signed_with,signed_at,contract_sha256,cancel_reason,cancelled_at,created_at,
      updated_at}'),
  private.declare_columns('registration_contracts', 'not_personal',
    '{template_version_id,signature_sha256,signer_address_hash}', 'technical key or hash'),
  private.declare_columns('registration_contracts', 'withheld', '{token_hash}', 'secret of a link'),
  private.declare_columns('registration_contracts', 'withheld',
    '{created_by}', 'another person: who wrote the contract');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('registration_contracts', 'public.registration_contracts', 'coalesce(signed_at, updated_at)', '5 years', 250);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_contracts', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_contracts', 'link_expires_at', 'stays', 'counts from the sending');

insert into private.file_columns (bucket, relation, names) values
  ('event-contracts', 'public.registration_contracts', 'array[signature_path]');

create function private.delete_unsigned_contracts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.registration_contracts where registration_id = old.id and signed_at is null;
  return old;
end $$;
comment on function private.delete_unsigned_contracts is
  'Trigger function: a contract that nobody signed goes with its registration; a signed one stays for its own term.';

create trigger event_registrations_unsigned_contracts before delete on public.event_registrations
  for each row execute function private.delete_unsigned_contracts();

create function private.require_contract_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_contracts() then
    raise exception 'only contract managers' using errcode = '42501';
  end if;
end $$;
comment on function private.require_contract_manager is 'Refuses callers who may not write contracts of registrations.';

create function private.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  saved public.registration_contracts;
begin
  perform private.require_contract_manager();
  select * into existing from public.event_registrations where id = registration for update;
  if existing.id is null then
    return private.gone();
  end if;
  select * into saved from public.registration_contracts as contract
  where contract.registration_id = existing.id and contract.status <> 'cancelled' for update;
  if saved.status = 'signed' then
    return private.refused('contract_closed');
  elsif saved.id is not null then
    -- The link of an earlier text stops working.
    update public.registration_contracts as contract set
      title = save_registration_contract.title, clauses = save_registration_contract.clauses,
        template_version_id = template,
      signer_name = existing.full_name, signer_email = existing.email, status = 'draft', token_hash = null,
        sent_at = null,
        link_expires_at = null
    where contract.id = saved.id;
    return private.saved(jsonb_build_object('id', saved.id));
  end if;
  insert into public.registration_contracts (registration_id, template_version_id, title, clauses, event_title,
    signer_name, signer_email, created_by)
  select existing.id, template, save_registration_contract.title, save_registration_contract.clauses, events.title,
    existing.full_name, existing.email, (select private.account_id())
  from public.events where events.id = existing.event_id
  returning * into saved;
  return private.saved(jsonb_build_object('id', saved.id));
end $$;
comment on function private.save_registration_contract is
  'Writes the draft of a registration. A contract that was sent becomes a draft again; a signed one is '
  'refused with contract_closed.';

create function private.send_registration_contract(contract uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_contract_manager();
  if token_hash is null then
    perform private.refuse('invalid', 'token_hash');
  end if;
  update public.registration_contracts as known set
    status = 'sent', sent_at = now(),
      link_expires_at = now() + make_interval(days => private.registration_contract_days()),
      token_hash = send_registration_contract.token_hash
  where known.id = contract and known.status in ('draft', 'sent') and known.registration_id is not null
  returning known.link_expires_at into until;
  if until is null then
    return private.refused('contract_closed');
  end if;
  return private.saved(jsonb_build_object('until', until));
end $$;
comment on function private.send_registration_contract is
  'Stores the hash of a new signing link, which replaces the earlier one; answers when it ends.';

create function private.cancel_registration_contract(contract uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_contract_manager();
  if btrim(coalesce(reason, '')) = '' then
    return private.refused('reason_missing');
  end if;
  update public.registration_contracts set status = 'cancelled', cancelled_at = now(),
    cancel_reason = left(btrim(reason), 500), token_hash = null
  where id = contract and status <> 'cancelled';
  if not found then
    return private.refused('contract_closed');
  end if;
  return private.saved();
end $$;
comment on function private.cancel_registration_contract is
  'Cancels a contract, also a signed one; a new one can be written afterwards.';

create function private.registration_contract_text(contract public.registration_contracts, file_sha256 text)
  returns text
language sql immutable set search_path = '' as $$
  select concat_ws(
    E'\n', contract.id, contract.event_title, contract.title, array_to_string(contract.clauses, E'\n'),
      contract.signer_name, contract.signer_email,
    contract.signed_name, to_char(contract.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      coalesce(file_sha256, 'typed')
  )
$$;
comment on function private.registration_contract_text is 'What was signed, with the hash of the signature file.';

create function private.registration_contract_hash(contract uuid, file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(private.registration_contract_text(known, file_sha256), 'UTF8')), 'hex')
  from public.registration_contracts as known where known.id = contract
$$;
comment on function private.registration_contract_hash is 'SHA-256 of a contract with this signature file.';

create function private.read_registration_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', id, 'status', status, 'title', title, 'clauses', clauses, 'event_title', event_title, 'signer_name',
      signer_name, 'signed_at', signed_at,
    'is_open', status = 'sent' and link_expires_at > now()
  )
  from public.registration_contracts
  where token_hash = private.token_hash(token) and (status = 'signed' or link_expires_at > now())
$$;
comment on function private.read_registration_contract is
  'The contract of a signing link; null for a wrong or expired token.';

create function private.sign_registration_contract(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  contract public.registration_contracts;
begin
  select * into contract from public.registration_contracts where token_hash = private.token_hash(token) for update;
  if contract.id is null then
    return private.gone();
  elsif contract.status = 'signed' then
    return private.refused('signed_before');
  elsif contract.status <> 'sent' or contract.link_expires_at <= now() then
    return private.refused('closed');
  end if;
  contract.signed_at := date_trunc('second', now());
  contract.signed_name := btrim(payload ->> 'signed_name');
  update public.registration_contracts set
    status = 'signed', signed_at = contract.signed_at, signed_name = contract.signed_name,
      signature_path = payload ->> 'signature_path',
    signature_sha256 = payload ->> 'file_sha256', signed_with = left(payload ->> 'signed_with', 300),
      signer_address_hash = payload ->> 'address_hash',
    contract_sha256 = encode(sha256(convert_to(private.registration_contract_text(contract, payload ->> 'file_sha256'),
      'UTF8')), 'hex')
  where id = contract.id;
  return private.saved();
end $$;
comment on function private.sign_registration_contract is
  'Signs the contract of a link once: signed, signed_before, closed or missing.';
revoke execute on function private.sign_registration_contract from public;
grant execute on function private.sign_registration_contract to service_role;

create function private.verify_registration_contract(hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', title, 'event', event_title, 'signed_at', signed_at, 'is_cancelled', status = 'cancelled',
    'is_unchanged', private.registration_contract_hash(id, signature_sha256) = contract_sha256
  )
  from public.registration_contracts where contract_sha256 = hash
$$;
comment on function private.verify_registration_contract is
  'Whether a contract with this hash exists and has not changed; names nobody.';

create function public.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_registration_contract(registration, template, title, clauses);
comment on function public.save_registration_contract is
  'Contract managers write the draft of the contract of a registration. Answers an outcome '
  'with its id, refused with contract_closed.';
grant execute on function public.save_registration_contract to authenticated, service_role;

create function public.send_registration_contract(contract uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.send_registration_contract(contract, token_hash);
comment on function public.send_registration_contract is
  'Contract managers make a new signing link. Answers an outcome with its end (until), refused with contract_closed.';
grant execute on function public.send_registration_contract to authenticated, service_role;

create function public.cancel_registration_contract(contract uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_registration_contract(contract, reason);
comment on function public.cancel_registration_contract is
  'Contract managers cancel a contract with a reason. Answers an outcome, refused with reason_missing or '
  'contract_closed.';
grant execute on function public.cancel_registration_contract to authenticated, service_role;

create function public.registration_contract_hash(contract uuid, file_sha256 text default null) returns text
language sql stable security invoker set search_path = ''
return private.registration_contract_hash(contract, file_sha256);
comment on function public.registration_contract_hash is
  'The hash a contract has with this signature file; equal to contract_sha256 as long as nothing changed. For the '
  'server alone.';
grant execute on function public.registration_contract_hash to service_role;

create function public.read_registration_contract(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration_contract(token);
comment on function public.read_registration_contract is
  'The text of the contract of a signing link; null for a wrong or expired token.';
grant execute on function public.read_registration_contract to anon, authenticated, service_role;

create function public.sign_registration_contract(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.sign_registration_contract(token, payload);
comment on function public.sign_registration_contract is
  'The holder of a signing link signs: signed_name, and for a drawn signature its stored path and the hash of its '
  'file. For the server alone, which states browser and address.';
grant execute on function public.sign_registration_contract to service_role;

create function public.verify_registration_contract(hash text) returns jsonb
language sql stable security invoker set search_path = ''
return private.verify_registration_contract(hash);
comment on function public.verify_registration_contract is
  'Whether a contract with this hash exists and has not changed; null when there is none.';
grant execute on function public.verify_registration_contract to anon, authenticated, service_role;
