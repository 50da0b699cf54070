-- Keys of Pix.

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
comment on function private.is_pix_key is
  'Whether a key is a Pix key of the given kind in the format of the central bank''s directory: digits of a CPF or '
  'CNPJ, an e-mail, a phone with +55, or a random key.';
