-- What strangers send through forms: every table of this family is written by a function that checks the payload.
create sequence private.protocol_number;

-- The number orders requests for the team; the letters are what nobody guesses.
create function private.new_protocol() returns text
language sql volatile set search_path = '' as $$
  select 'LC-' || to_char(now() at time zone 'America/Sao_Paulo', 'YYYY')
    || '-' || lpad(nextval('private.protocol_number')::text, 6, '0')
    || '-' || string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 24, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 5) as place
$$;
comment on function private.new_protocol() is 'LC-2026-000123-ABCDEF, without letters that look like digits.';

create function private.refuse_request(field text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'invalid_request' using detail = field;
end $$;
comment on function private.refuse_request(text) is 'Ends the request; the detail names the field to look at.';

create function private.check_payload(payload jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 20000 then
    perform private.refuse_request('payload');
  end if;
end $$;
comment on function private.check_payload(jsonb) is 'An object of at most 20 kB.';

create function private.text_field(payload jsonb, key text, max_length integer, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := nullif(btrim(payload ->> key, E' \t\r\n'), '');
begin
  if (payload ? key and jsonb_typeof(payload -> key) not in ('string', 'null'))
    or (required and value is null)
    or char_length(value) > max_length
  then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;
comment on function private.text_field(jsonb, text, integer, boolean) is 'A trimmed text of the payload; null when empty.';

create function private.choice_field(payload jsonb, key text, choices text[], required boolean default true) returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, 60, required);
begin
  if value is not null and value <> all (choices) then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.pattern_field(payload jsonb, key text, max_length integer, pattern text, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, max_length, required);
begin
  if value !~ pattern then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.email_field(payload jsonb, key text, required boolean default false) returns text
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 254, '^[^@\s]+@[^@\s]+\.[^@\s]+$', required)
$$;

create function private.phone_field(payload jsonb, key text, required boolean default false) returns text
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 30, '^\+?[0-9 ().-]{8,}$', required)
$$;

create function private.date_field(payload jsonb, key text) returns date
language plpgsql set search_path = '' as $$
begin
  return private.pattern_field(payload, key, 10, '^\d{4}-\d{2}-\d{2}$')::date;
exception when datetime_field_overflow then
  perform private.refuse_request(key);
end $$;

create function private.whole_field(payload jsonb, key text, lowest integer, highest integer, required boolean default false) returns integer
language plpgsql set search_path = '' as $$
declare
  value numeric := case when jsonb_typeof(payload -> key) = 'number' then (payload ->> key)::numeric end;
begin
  if (value is null and (required or coalesce(jsonb_typeof(payload -> key), 'null') <> 'null'))
    or value <> trunc(value) or value not between lowest and highest
  then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;
comment on function private.whole_field(jsonb, text, integer, integer, boolean) is 'A whole number of the payload between two others.';

create function private.flag_field(payload jsonb, key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(payload -> key), 'null') not in ('boolean', 'null') then
    perform private.refuse_request(key);
  end if;
  return coalesce((payload ->> key)::boolean, false);
end $$;

create function private.texts_field(payload jsonb, key text, most integer) returns text[]
language plpgsql set search_path = '' as $$
declare
  list jsonb := coalesce(nullif(payload -> key, 'null'), '[]');
begin
  if jsonb_typeof(list) <> 'array' then
    perform private.refuse_request(key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as item where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > 120
  ) then
    perform private.refuse_request(key);
  end if;
  return array(select jsonb_array_elements_text(list));
end $$;
comment on function private.texts_field(jsonb, text, integer) is 'A list of at most so many short texts.';

create function private.state_field(payload jsonb, key text, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := upper(private.text_field(payload, key, 2, required));
begin
  if value is not null and not exists (select from public.states where abbr = value) then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.uuid_field(payload jsonb, key text, required boolean default false) returns uuid
language sql set search_path = '' as $$
  select private.pattern_field(
    payload, key, 36, '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$', required
  )::uuid
$$;

-- The team answers and assigns a request; what somebody wrote stays as they wrote it.
create function private.guard_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  open_columns text[] := string_to_array(tg_argv[0], ',') || 'updated_at'::text;
begin
  if current_user in ('anon', 'authenticated') and to_jsonb(new) - open_columns <> to_jsonb(old) - open_columns then
    raise exception 'only % of % may be changed', tg_argv[0], tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_columns() is 'Argument: the columns a signed-in account may change, comma-separated.';
