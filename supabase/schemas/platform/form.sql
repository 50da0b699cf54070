-- Outcomes of writes and values of forms.

-- Outcome of lib/platform/outcome.ts: what a function that writes answers when the caller has to expect it.
create function private.saved(fields jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
return '{"outcome": "saved"}'::jsonb || fields;
comment on function private.saved is 'The outcome of a write that was done, now or by an earlier sending of the request.';

create function private.conflict(fields jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
return '{"outcome": "conflict"}'::jsonb || fields;
comment on function private.conflict is 'The outcome when somebody changed the record since the caller read it.';

create function private.refused(reason text, field text default null) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('outcome', 'refused', 'field', field, 'reason', reason);
comment on function private.refused is 'The outcome when a rule does not allow the write; field: the part of the form.';

create function private.gone() returns jsonb
language sql immutable set search_path = ''
return '{"outcome": "gone"}'::jsonb;
comment on function private.gone is 'The outcome when the record, or the right of the caller to it, does not exist.';

create function private.saved_or_gone(is_found boolean) returns jsonb
language sql immutable set search_path = ''
return case when is_found then private.saved() else private.gone() end;
comment on function private.saved_or_gone is 'The outcome of a write that changes a row if the caller has it.';

-- Each of the following functions reads one field of a payload and refuses it with its name.

create sequence private.protocol_number;

create function private.refuse(reason text, field text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', reason using errcode = 'P0001', detail = coalesce(field, '');
end $$;
comment on function private.refuse is
  'Raises the outcome refused, which undoes what the transaction wrote; outcomeOrThrow of lib/platform/supabase returns '
  'it as private.refused does.';

create function private.check_payload(payload jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 20000 then
    perform private.refuse('invalid', 'payload');
  end if;
end $$;
comment on function private.check_payload is
  'Refuses with invalid unless the payload is a JSON object of at most 20 kB.';

-- Texts of at most 160 characters have one line, as in lib/platform/form.ts.
create function private.text_field(payload jsonb, key text, max_length integer, required boolean default false)
  returns text
language plpgsql set search_path = '' as $$
declare
  value text := nullif(case when max_length > 160 then private.typed_text(payload ->> key)
    else private.typed_line(payload ->> key) end, '');
begin
  if (payload ? key and jsonb_typeof(payload -> key) not in ('string', 'null'))
    or (required and value is null)
    or char_length(value) > max_length
  then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;
comment on function private.text_field is
  'Returns a trimmed text of the payload, null when empty; refuses with invalid when it is not a text, too long, or '
  'required and empty.';

create function private.choice_field(payload jsonb, key text, choices text[], required boolean default true)
  returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, 60, required);
begin
  if value is not null and value <> all (choices) then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

create function private.pattern_field(payload jsonb, key text, max_length integer, pattern text, required boolean
  default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, max_length, required);
begin
  if value !~ pattern then
    perform private.refuse('invalid', key);
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
  perform private.refuse('invalid', key);
end $$;

create function private.whole_field(payload jsonb, key text, lowest integer, highest integer, required boolean
  default false) returns integer
language plpgsql set search_path = '' as $$
declare
  value numeric := case when jsonb_typeof(payload -> key) = 'number' then (payload ->> key)::numeric end;
begin
  if (value is null and (required or coalesce(jsonb_typeof(payload -> key), 'null') <> 'null'))
    or value <> trunc(value) or value not between lowest and highest
  then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;
comment on function private.whole_field is
  'Returns an integer of the payload; refuses with invalid when it is not an integer, outside the limits, or '
  'required and missing.';

create function private.flag_field(payload jsonb, key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(payload -> key), 'null') not in ('boolean', 'null') then
    perform private.refuse('invalid', key);
  end if;
  return coalesce((payload ->> key)::boolean, false);
end $$;

create function private.texts_field(payload jsonb, key text, most integer) returns text[]
language plpgsql set search_path = '' as $$
declare
  list jsonb := coalesce(nullif(payload -> key, 'null'), '[]');
begin
  if jsonb_typeof(list) <> 'array' then
    perform private.refuse('invalid', key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as item
    where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > 120
      or (item #>> '{}' <> '' and private.typed_line(item #>> '{}') = '')
  ) then
    perform private.refuse('invalid', key);
  end if;
  return array(select private.typed_line(item) from jsonb_array_elements_text(list) with ordinality as one (item, place)
    order by place);
end $$;
comment on function private.texts_field is
  'Returns a list of texts of the payload; refuses with invalid for more than the given number of items, or an item '
  'that is not a text or longer than 120 characters.';

create function private.state_field(payload jsonb, key text, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := upper(private.text_field(payload, key, 2, required));
begin
  if value is not null and not exists (select from public.states where abbr = value) then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

create function private.uuid_field(payload jsonb, key text, required boolean default false) returns uuid
language sql set search_path = '' as $$
  select private.pattern_field(
    payload, key, 36, '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$', required
  )::uuid
$$;

-- Check digits of a CPF or CNPJ; letters of the new CNPJ count as their code minus 48.
create function private.check_digits(document text, weights integer[]) returns boolean
language sql immutable set search_path = '' as $$
  select array_agg(case when rest < 2 then 0 else 11 - rest end order by place)
    = array[right(document, 2)::integer / 10, right(document, 2)::integer % 10]
  from (
    select place, sum((ascii(substr(document, digit, 1)) - 48) * weights[digit + 2 - place])::integer % 11 as rest
    from generate_series(1, 2) as place, generate_series(1, char_length(document) - 3 + place) as digit
    group by place
  ) as sums
$$;

create function private.is_document(document text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when document ~ '^(.)\1*$' then false
    when document ~ '^[0-9]{11}$' then private.check_digits(document, array[11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    when document ~ '^[0-9A-Z]{12}[0-9]{2}$' then private.check_digits(document,
      array[6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    else false
  end
$$;
comment on function private.is_document is
  'Whether a text is a CPF or CNPJ (letters included) without punctuation and with correct check digits.';

create function private.document_field(payload jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  document text := upper(regexp_replace(coalesce(payload ->> key, ''), '[^0-9A-Za-z]', '', 'g'));
begin
  if not private.is_document(document) then
    perform private.refuse('invalid', key);
  end if;
  return document;
end $$;
comment on function private.document_field is
  'A CPF or CNPJ of a payload without punctuation, with right check digits.';

create function private.moment_field(payload jsonb, key text, required boolean default false) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return private.pattern_field(payload, key, 40,
    '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$', required)::timestamptz;
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.refuse('invalid', key);
end $$;
comment on function private.moment_field is 'A moment of the payload with its offset from UTC.';

create function private.number_field(payload jsonb, key text, lowest double precision, highest double precision)
  returns double precision
language plpgsql immutable set search_path = '' as $$
declare
  value double precision := case when jsonb_typeof(payload -> key) = 'number'
    then (payload ->> key)::numeric::double precision end;
begin
  if (value is null and coalesce(jsonb_typeof(payload -> key), 'null') <> 'null') or value
    not between lowest and highest then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;
comment on function private.number_field is 'A number of the payload between two others.';

create function private.time_field(payload jsonb, key text) returns time
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 5, '^([01]\d|2[0-3]):[0-5]\d$')::time
$$;
comment on function private.time_field is 'A time of the payload in the form 08:30; null when empty.';

create function private.optional_document_field(payload jsonb, key text) returns text
language sql immutable set search_path = '' as $$
  select case when btrim(coalesce(payload ->> key, '')) <> '' then private.document_field(payload, key) end
$$;
comment on function private.optional_document_field is 'A CPF or CNPJ of a payload; null when it is missing or empty.';

create function private.typed_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    translate(normalize(value, NFC), U&'\2028\2029', E'\n\n'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]'
      || '|(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d|\u200d(?![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])'
      || '|(?<![\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff])\u200c|\u200c(?![\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff])',
    '', 'g'
  ), E' \t\r\n\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000')
$$;
comment on function private.typed_text is
  'A typed text as it is stored: composed accents, no control, direction and invisible characters, no outer spaces. '
  'The joiners stay inside an emoji and a word in Arabic letters.';

create function private.typed_line(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(private.typed_text(value), '[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g')
$$;
comment on function private.typed_line is 'A typed text of one line, such as a name or a title.';

-- For tables that accounts write directly.
-- API roles have no usage on the schema of the function that it calls.
create function private.write_typed_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row constant jsonb := to_jsonb(new);
  cleaned jsonb := '{}';
  name text;
begin
  foreach name in array tg_argv loop
    if row ->> name <> private.typed_line(row ->> name) then
      cleaned := cleaned || jsonb_build_object(name, private.typed_line(row ->> name));
    end if;
  end loop;
  if cleaned <> '{}' then
    new := jsonb_populate_record(new, cleaned);
  end if;
  return new;
end $$;
comment on function private.write_typed_lines is
  'Trigger function: stores the named columns as private.typed_line makes them.';
