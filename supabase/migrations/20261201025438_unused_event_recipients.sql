insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('unused_event_recipients', 'public.event_recipients',
    'coalesce(case when status = ''approved'' then (select min(coalesce(later.decided_at, later.created_at)) '
    'from public.event_recipients as later where later.event_id = event_recipients.event_id '
    'and later.status = ''approved'' and later.position > event_recipients.position) end, decided_at, created_at)',
    '90 days',
    'kind <> ''portal'' and status <> ''pending'' and not exists (select from public.payments '
    'where payments.recipient_id = event_recipients.id) and (status <> ''approved'' or exists (select from '
    'public.event_recipients as later where later.event_id = event_recipients.event_id '
    'and later.status = ''approved'' and later.position > event_recipients.position))', 272);
