-- Sponsors that the people of an event set one by one; private.save_event_sponsors checks and writes the list.

create function private.sponsor_list(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by sponsor.position, sponsor.id), '[]')
  from public.event_sponsors as sponsor where sponsor.event_id = sponsor_list.event
$$;
comment on function private.sponsor_list is 'The sponsors of an event in their order.';

create function private.set_event_sponsor(event uuid, fields jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  wanted uuid;
  list jsonb;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  perform private.check_payload(fields);
  wanted := private.uuid_field(fields, 'id');
  -- People who change the sponsors at the same time wait here.
  select * into subject from public.events where id = event and deleted_at is null for no key update;
  list := private.sponsor_list(subject.id);
  if subject.id is null
    or wanted is not null
      and not exists (select from jsonb_array_elements(list) as one where one ->> 'id' = wanted::text)
  then
    return private.gone();
  elsif nullif(fields ->> 'logo_path', '') is not null
    and not private.is_own_upload('event-files', fields ->> 'logo_path')
    and not exists (select from jsonb_array_elements(list) as one where one -> 'logo_path' = fields -> 'logo_path')
  then
    perform private.refuse('invalid', 'logo_path');
  end if;
  list := case
    when wanted is null then list || jsonb_build_array(fields)
    else (
      select jsonb_agg(case when one ->> 'id' = wanted::text then one || fields else one end order by place)
      from jsonb_array_elements(list) with ordinality as known (one, place)
    )
  end;
  perform private.save_event_sponsors(subject, list);
  return private.saved();
end $$;

create function private.remove_event_sponsor(sponsor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_sponsors;
begin
  perform private.require_account();
  select * into shown from public.event_sponsors where id = sponsor;
  perform private.require_event_right(shown.event_id, 'page');
  delete from public.event_sponsors where id = shown.id;
  return private.saved_or_gone(found);
end $$;

create function public.set_event_sponsor(event uuid, fields jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_sponsor(event, fields);
comment on function public.set_event_sponsor is
  'People who edit the event add a sponsor, or with id change it, {id, name, tier, url, logo_path}: saved or gone.';
grant execute on function public.set_event_sponsor to authenticated, service_role;

create function public.remove_event_sponsor(sponsor uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_event_sponsor(sponsor);
comment on function public.remove_event_sponsor is
  'People who edit the event remove a sponsor, whose logo is deleted when no event shows it: saved or gone.';
grant execute on function public.remove_event_sponsor to authenticated, service_role;
