set check_function_bodies = off;

create or replace function private.automatic_messages(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.event_registrations;
begin
  perform private.require_event_right(event, 'messages');
  person := private.automatic_sample(event);
  return jsonb_build_object(
    'kinds', (
      select jsonb_agg(jsonb_build_object(
        'kind', setting.kind, 'template', private.automatic_template(setting.kind, false), 'is_on', setting.is_on,
        'hours', setting.hours, 'texts', setting.texts,
        'updated_at', setting.updated_at, 'is_contract', setting.kind = any (private.contract_message_kinds()),
        'counts', (
          select coalesce(jsonb_object_agg(counted.status, counted.mails), '{}')
          from (
            select sent.status, count(*) as mails
            from public.event_automatic_mails as sent join public.event_registrations as registration
              on registration.id = sent.registration_id
            where registration.event_id = automatic_messages.event and sent.kind = setting.kind group by 1
          ) as counted
        )
      ) order by array_position(private.automatic_message_kinds(), setting.kind))
      from private.automatic_settings(automatic_messages.event) as setting
    ),
    'sample', (
      select private.automatic_facts(person, events, 'confirmation', '{}', 'pt-BR') from public.events
      where events.id = automatic_messages.event and person.id is not null
    ),
    'certificate', (
      select jsonb_build_object('chosen', known.certificate_template_id, 'hours', known.certificate_hours, 'models', (
        select coalesce(jsonb_agg(jsonb_build_object('id', model.id, 'name', model.name, 'language', model.language)
          order by model.name, model.id), '[]')
        from public.certificate_templates as model
        where model.is_active or model.id = known.certificate_template_id
      ))
      from public.events as known where known.id = automatic_messages.event
    )
  );
end $$;

create or replace function private.set_event_certificate(event uuid, template uuid, hours numeric) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'messages');
  if template is not null and not exists (
    select from public.certificate_templates as model where model.id = template and model.is_active
  ) then
    perform private.refuse('invalid', 'template');
  elsif hours is not null and (hours not between 0.5 and 999 or hours <> round(hours, 1)) then
    perform private.refuse('invalid', 'hours');
  end if;
  update public.events as known set certificate_template_id = template, certificate_hours = hours
  where known.id = event and known.deleted_at is null;
  return case when found then private.saved() else private.gone() end;
end $$;

create or replace function public.set_event_certificate(event uuid, template uuid default null, hours numeric default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_certificate(event, template, hours);

comment on function public.automatic_messages is
  'For people who write messages: settings and numbers of the automatic mails of an event, facts of a real '
  'registration for previews, and models of certificates: {kinds, sample, certificate}.';

comment on function public.set_event_certificate is
  'People who write messages choose the model of the certificate that a thank-you issues, or none, and its hours.';

grant execute on function private.set_event_certificate to public;

grant execute on function public.set_event_certificate to authenticated;

grant execute on function public.set_event_certificate to service_role;

reset check_function_bodies;
