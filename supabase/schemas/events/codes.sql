-- Keys that sign the codes of registrations.

create table private.event_code_keys (
  id smallint generated always as identity primary key check (id between 1 and 255),
  public_key jsonb not null check (jsonb_typeof(public_key) = 'object' and octet_length(public_key::text) <= 1000),
  signing_jwk jsonb check (jsonb_typeof(signing_jwk) = 'object' and octet_length(signing_jwk::text) <= 1000),
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on table private.event_code_keys is
  'Key pairs (ECDSA P-256, JSON Web Key) of the codes on badges. The newest one with a private key signs, every one '
  'that is not retired verifies.';
comment on column private.event_code_keys.id is 'First byte of a code: it tells which key verifies it.';
comment on column private.event_code_keys.signing_jwk is
  'Null in a restored database: earlier badges stay valid and a new pair signs.';
comment on column private.event_code_keys.retired_at is 'Since then codes of this key are refused.';
alter table private.event_code_keys enable row level security;

select private.declare_columns('private.event_code_keys', 'not_personal', '{*}', 'keys of the portal');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('private.event_code_keys', 'signing_jwk', 'null');

create function private.event_signing_key() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', id, 'publicKey', public_key, 'privateKey', signing_jwk)
  from private.event_code_keys where signing_jwk is not null and retired_at is null order by id desc limit 1
$$;
comment on function private.event_signing_key is 'The pair that signs new codes; null when there is none.';
revoke execute on function private.event_signing_key from public;
grant execute on function private.event_signing_key to service_role;

create function private.add_event_signing_key(given_public jsonb, given_private jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Two processes that start at the same time must sign with the same pair.
  perform pg_advisory_xact_lock(hashtext('event_code_keys'));
  if private.event_signing_key() is null then
    insert into private.event_code_keys (public_key, signing_jwk) values (given_public, given_private);
  end if;
  return private.event_signing_key();
end $$;
comment on function private.add_event_signing_key is 'Stores a pair when there is none; returns the pair that signs.';
revoke execute on function private.add_event_signing_key from public;
grant execute on function private.add_event_signing_key to service_role;

create function private.event_public_keys() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'publicKey', public_key) order by id), '[]')
  from private.event_code_keys where retired_at is null
$$;
comment on function private.event_public_keys is 'Keys with which the devices at the gate verify codes.';
revoke execute on function private.event_public_keys from public;
grant execute on function private.event_public_keys to anon, authenticated, service_role;

create function public.event_signing_key() returns jsonb
language sql stable security invoker set search_path = ''
return private.event_signing_key();
comment on function public.event_signing_key is 'The pair that signs the codes of badges, for the server.';
grant execute on function public.event_signing_key to service_role;

create function public.add_event_signing_key(given_public jsonb, given_private jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_event_signing_key(given_public, given_private);
comment on function public.add_event_signing_key is
  'Stores the first pair that signs the codes of badges, for the server.';
grant execute on function public.add_event_signing_key to service_role;

create function public.event_public_keys() returns jsonb
language sql stable security invoker set search_path = ''
return private.event_public_keys();
comment on function public.event_public_keys is 'Public keys of the codes on badges.';
grant execute on function public.event_public_keys to anon, authenticated, service_role;
