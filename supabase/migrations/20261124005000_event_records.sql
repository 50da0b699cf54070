-- Events in the panel: the order of the children that a record form saves, and who reads the audit log of events.

alter table public.event_days add column position integer not null default 0;
comment on column public.event_days.position is 'Order in the form of the panel; pages order by day.';
alter table public.event_stands add column position integer not null default 0;
comment on column public.event_stands.position is 'Order in the form of the panel.';

insert into private.audit_log_permissions (entity, permission) values
  ('events', 'events'),
  ('event_days', 'events'),
  ('event_media', 'events'),
  ('event_sponsors', 'events'),
  ('event_registration_types', 'events'),
  ('event_stands', 'events'),
  ('event_registrations', 'events');
