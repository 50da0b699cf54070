-- The key that commissions are paid to has a kind, is checked by it and can be changed by its seller.
alter table public.sellers add column pix_key_type text check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'evp'));
comment on column public.sellers.pix_key_type is 'Kind of pix_key; null for a key from before kinds were asked for.';
select private.declare_columns('sellers', 'exported', '{pix_key_type}');

create function private.is_pix_key(key text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case kind
    when 'cpf' then key ~ '^[0-9]{11}$' and private.is_document(key)
    when 'cnpj' then key ~ '^[0-9A-Z]{12}[0-9]{2}$' and private.is_document(key)
    when 'email' then char_length(key) <= 77 and key ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
    when 'phone' then key ~ '^\+55[0-9]{10,11}$'
    when 'evp' then key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  end, false)
$$;
comment on function private.is_pix_key(text, text) is 'A Pix key as the central bank''s directory writes one of this kind: digits of a CPF or CNPJ, an e-mail, a phone with +55, or a random key.';

create function private.set_own_pix_key(key text, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.sellers where user_id = (select private.account_id()) and status in ('active', 'suspended')) then
    raise exception 'only a seller has a Pix key for commissions' using errcode = '42501';
  end if;
  if nullif(key, '') is not null and not private.is_pix_key(key, kind) then
    perform private.refuse_request('pix_key');
  end if;
  update public.sellers set pix_key = nullif(key, ''), pix_key_type = case when key <> '' then kind end where user_id = (select private.account_id());
end $$;
create function public.set_own_pix_key(key text, kind text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_own_pix_key(key, kind);
end;
comment on function public.set_own_pix_key(text, text) is 'The Pix key that the calling seller''s commissions are paid to; an empty key removes it. Needs a recent proof of identity.';
revoke execute on function public.set_own_pix_key(text, text) from public, anon;
grant execute on function public.set_own_pix_key(text, text) to authenticated;

create or replace function private.apply_as_seller(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select private.account_id());
  now_status text;
  wanted char(2)[];
  key text := private.text_field(payload, 'pix_key', 140);
begin
  perform private.check_payload(payload);
  if account is null or not exists (select from public.profiles where id = account and blocked_at is null and email_verified_at is not null) then
    raise exception 'a verified account is needed' using errcode = '42501';
  end if;
  if payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  if jsonb_typeof(coalesce(payload -> 'states', '[]')) <> 'array' then
    perform private.refuse_request('states');
  end if;
  select coalesce(array_agg(distinct abbr order by abbr), '{}') into wanted
  from jsonb_array_elements_text(coalesce(payload -> 'states', '[]')) as given join public.states on states.abbr = upper(given);
  if not private.is_document(private.pattern_field(payload, 'document', 14, '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', true)) then
    perform private.refuse_request('document');
  end if;
  if key is not null and not private.is_pix_key(key, payload ->> 'pix_key_type') then
    perform private.refuse_request('pix_key');
  end if;
  select status into now_status from public.sellers where user_id = account for update;
  if now_status in ('active', 'suspended') then
    return now_status;
  end if;
  insert into public.sellers (user_id, full_name, document, phone, city, states, experience, pix_key, pix_key_type) values (
    account,
    private.text_field(payload, 'full_name', 120, true),
    payload ->> 'document',
    private.phone_field(payload, 'phone', true),
    private.text_field(payload, 'city', 120),
    wanted,
    private.text_field(payload, 'experience', 2000),
    key,
    case when key is not null then payload ->> 'pix_key_type' end
  )
  on conflict (user_id) do update set
    full_name = excluded.full_name, document = excluded.document, phone = excluded.phone, city = excluded.city, states = excluded.states,
    experience = excluded.experience,
    pix_key = excluded.pix_key, pix_key_type = excluded.pix_key_type, status = 'pending', terms_accepted_at = now(), decided_by = null, decided_at = null;
  return 'pending';
exception when unique_violation then
  perform private.refuse_request('document_taken');
end $$;
