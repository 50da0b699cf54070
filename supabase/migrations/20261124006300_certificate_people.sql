-- People who entered an event, for the page that issues certificates.

create function private.certificate_people(event uuid, template uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', person.id, 'name', person.full_name, 'entered_at', person.entered_at,
    'has_certificate', exists (
      select from public.certificates as issued
      where issued.registration_id = person.id and issued.template_id = template and issued.revoked_at is null
    )
  ) order by private.fold(person.full_name), person.id), '[]')
  from (
    select registration.id, registration.full_name, min(entry.scanned_at) as entered_at
    from public.event_registrations as registration
      join public.event_checkins as entry on entry.registration_id = registration.id and entry.kind = 'entry' and entry.result = 'ok' and entry.undone_at is null
    where registration.event_id = event and private.manages_certificates()
    group by registration.id
  ) as person
$$;
comment on function private.certificate_people(uuid, uuid) is 'People who entered an event, for certificate managers; empty for other callers.';

create function public.certificate_people(event uuid, template uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.certificate_people(event, template);
comment on function public.certificate_people(uuid, uuid) is 'People who entered an event, and whether they have a certificate of a model.';
revoke all on function public.certificate_people(uuid, uuid) from public, anon, authenticated;
grant execute on function public.certificate_people(uuid, uuid) to authenticated;
