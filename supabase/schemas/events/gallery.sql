-- Pictures that the people of an event publish after it.

create function private.picture_titles(picture jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select coalesce(jsonb_object_agg(language, jsonb_build_object('title', title)), '{}')
  from (
    select language, private.text_field(picture, 'title_' || language, 160) as title
    from unnest(array['en', 'es']) as language
  ) as translated where title is not null
$$;
comment on function private.picture_titles is 'The alt texts of a picture in the other languages, as event_media has them.';

create function private.gallery_credit(credit text) returns text
language sql volatile set search_path = ''
return private.text_field(jsonb_build_object('credit', credit), 'credit', 160, true);
comment on function private.gallery_credit is 'The name of the photographer; refused when it is missing.';

create function private.add_event_pictures(event uuid, pictures jsonb, credit text, is_consented boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  picture jsonb;
  name text;
  number integer;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  -- People who add pictures at the same time wait here, so that the limit holds.
  select * into subject from public.events where id = event and deleted_at is null for no key update;
  if subject.id is null then
    return private.gone();
  elsif subject.starts_at > now() then
    return private.refused('not_begun');
  elsif is_consented is not true then
    return private.refused('consent', 'is_consented');
  elsif jsonb_typeof(pictures) is distinct from 'array' or jsonb_array_length(pictures) = 0 then
    perform private.refuse('invalid', 'pictures');
  end if;
  select coalesce(max(media.position), 0) into number
  from public.event_media as media where media.event_id = subject.id;
  for picture in select value from jsonb_array_elements(pictures) loop
    name := private.text_field(picture, 'path', 300, true);
    -- A request that is sent again adds nothing.
    continue when exists (select from public.event_media where event_id = subject.id and path = name);
    if name !~ '\.webp$' or not private.is_own_upload('event-files', name)
      or not private.is_event_file(name, subject) then
      perform private.refuse('invalid', 'path');
    end if;
    number := number + 1;
    insert into public.event_media (event_id, kind, path, title, credit, translations, position, consented_at)
    values (subject.id, 'gallery', name, private.text_field(picture, 'title', 160, true),
      private.gallery_credit(credit), private.picture_titles(picture), number, now());
  end loop;
  if (select count(*) from public.event_media where event_id = subject.id and kind = 'gallery')
    > private.max_event_pictures() then
    perform private.refuse('full');
  end if;
  return private.saved();
end $$;

create function private.own_event_picture(picture uuid) returns public.event_media
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media;
begin
  perform private.require_account();
  select * into shown from public.event_media where id = picture and kind = 'gallery';
  perform private.require_event_right(shown.event_id, 'page');
  perform from public.events where id = shown.event_id for no key update;
  return shown;
end $$;
comment on function private.own_event_picture is
  'A picture of an event that the caller edits, whose gallery is locked; without an id when there is none.';

create function private.set_event_picture(picture uuid, fields jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media := private.own_event_picture(picture);
begin
  update public.event_media set title = private.text_field(fields, 'title', 160, true),
    credit = private.gallery_credit(fields ->> 'credit'), translations = private.picture_titles(fields)
  where id = shown.id;
  return private.saved_or_gone(found);
end $$;

create function private.move_event_picture(picture uuid, steps integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media := private.own_event_picture(picture);
  ids uuid[] := array(select media.id from public.event_media as media
    where media.event_id = shown.event_id and media.kind = 'gallery'
    order by media.position, media.created_at, media.id);
  place integer := array_position(ids, shown.id);
begin
  if place is null then
    return private.gone();
  end if;
  place := least(greatest(place + coalesce(steps, 0), 1), cardinality(ids));
  ids := array_remove(ids, shown.id);
  ids := ids[:place - 1] || shown.id || ids[place:];
  update public.event_media as media set position = sorted.number
  from unnest(ids) with ordinality as sorted (id, number)
  where media.id = sorted.id and media.position <> sorted.number;
  return private.saved();
end $$;

create function private.remove_event_picture(picture uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media := private.own_event_picture(picture);
begin
  delete from public.event_media where id = shown.id;
  return private.saved_or_gone(found);
end $$;

create function public.add_event_pictures(event uuid, pictures jsonb, credit text, is_consented boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_event_pictures(event, pictures, credit, is_consented);
comment on function public.add_event_pictures is
  'People who edit the event add pictures that they uploaded, from its first day on: saved, gone, or refused with '
  'not_begun, consent, full or invalid. pictures: [{path, title, title_en, title_es}].';
grant execute on function public.add_event_pictures to authenticated, service_role;

create function public.set_event_picture(picture uuid, fields jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_picture(picture, fields);
comment on function public.set_event_picture is
  'People who edit the event change alt texts and credit of a picture, {title, title_en, title_es, credit}: saved or '
  'gone.';
grant execute on function public.set_event_picture to authenticated, service_role;

create function public.move_event_picture(picture uuid, steps integer) returns jsonb
language sql volatile security invoker set search_path = ''
return private.move_event_picture(picture, steps);
comment on function public.move_event_picture is
  'People who edit the event move a picture forward or, with negative steps, backward in its gallery: saved or gone.';
grant execute on function public.move_event_picture to authenticated, service_role;

create function public.remove_event_picture(picture uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_event_picture(picture);
comment on function public.remove_event_picture is
  'People who edit the event remove a picture, whose file is deleted: saved or gone.';
grant execute on function public.remove_event_picture to authenticated, service_role;
