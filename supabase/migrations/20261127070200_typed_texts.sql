-- What people type: one form of accents, no control, direction and invisible characters. The same steps as `typedText` of
-- lib/platform/typed-text.ts, for functions that can be called without a page (compared by a test).

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
comment on function private.typed_text(text) is
  'A typed text as it is stored: composed accents, no control, direction and invisible characters, no outer spaces. The joiners stay inside an emoji and a word in Arabic letters.';

create function private.typed_line(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(private.typed_text(value), '[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g')
$$;
comment on function private.typed_line(text) is 'A typed text of one line, such as a name or a title.';

-- Texts of at most 160 characters have one line, as in lib/platform/form.ts.
create or replace function private.text_field(payload jsonb, key text, max_length integer, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := nullif(case when max_length > 160 then private.typed_text(payload ->> key) else private.typed_line(payload ->> key) end, '');
begin
  if (payload ? key and jsonb_typeof(payload -> key) not in ('string', 'null'))
    or (required and value is null)
    or char_length(value) > max_length
  then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create or replace function private.texts_field(payload jsonb, key text, most integer) returns text[]
language plpgsql set search_path = '' as $$
declare
  list jsonb := coalesce(nullif(payload -> key, 'null'), '[]');
begin
  if jsonb_typeof(list) <> 'array' then
    perform private.refuse_request(key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as item
    where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > 120 or (item #>> '{}' <> '' and private.typed_line(item #>> '{}') = '')
  ) then
    perform private.refuse_request(key);
  end if;
  return array(select private.typed_line(item) from jsonb_array_elements_text(list) with ordinality as one (item, place) order by place);
end $$;

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
comment on function private.write_typed_lines() is 'Trigger function: stores the named columns as private.typed_line makes them.';
create trigger a_typed_lines before insert or update of username, full_name on public.profiles
  for each row execute function private.write_typed_lines('username', 'full_name');
create trigger a_typed_lines before insert or update of nickname, make, model on public.vehicles
  for each row execute function private.write_typed_lines('nickname', 'make', 'model');
create trigger a_typed_lines before insert or update of full_name, company, club, town on public.event_registrations
  for each row execute function private.write_typed_lines('full_name', 'company', 'club', 'town');
create trigger a_typed_lines before insert or update of title, organizer_name, venue on public.events
  for each row execute function private.write_typed_lines('title', 'organizer_name', 'venue');
