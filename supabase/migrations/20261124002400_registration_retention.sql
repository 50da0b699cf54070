-- How long registrations and their documents are kept.

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (220, 'rejected_registration_documents', 'public.registration_documents',
    '(select updated_at from public.event_registrations as registration where registration.id = registration_id)', '90 days',
    'exists (select from public.event_registrations as registration where registration.id = registration_id and registration.status = ''rejected'')', 'delete'),
  (225, 'event_registrations', 'public.event_registrations',
    '(select ends_at from public.events where events.id = event_id)', '2 years', 'true', 'delete');

select
  private.declare_columns('event_registration_types', 'not_personal', '{name}', 'name of a kind of registration'),
  private.declare_columns('event_sponsors', 'not_personal', '{name}', 'name of a published sponsor');
