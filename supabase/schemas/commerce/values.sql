-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.plan_types() returns text[]
language sql immutable set search_path = ''
return array['ad_banner', 'listing', 'voucher_campaign', 'event_highlight'];
comment on function private.plan_types is 'What an advertising plan sells.';

create function private.buyable_plan_types() returns text[]
language sql immutable set search_path = ''
return array['ad_banner', 'listing'];
comment on function private.buyable_plan_types is
  'Types of plans with a way to buy them: banners through sellers, listings in the panel of a place.';

create function private.seller_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'active', 'suspended', 'rejected'];
comment on function private.seller_statuses is 'Statuses of a seller.';

create function private.decided_seller_statuses() returns text[]
language sql immutable set search_path = ''
return array['active', 'suspended', 'rejected'];
comment on function private.decided_seller_statuses is
  'Statuses of the sellers about whose application the team decided.';

create function private.payment_sources() returns text[]
language sql immutable set search_path = ''
return array['sale', 'registration', 'service_request', 'voucher', 'service_plan'];
comment on function private.payment_sources is 'What a payment is for.';

create function private.payment_methods() returns text[]
language sql immutable set search_path = ''
return array['card', 'pix', 'manual'];
comment on function private.payment_methods is 'Ways to pay.';

create function private.payment_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded'];
comment on function private.payment_statuses is 'Statuses of a payment; a payment moves to a later one only.';

create function private.arrived_payment_statuses() returns text[]
language sql immutable set search_path = ''
return array['review', 'processing', 'paid', 'refunded'];
comment on function private.arrived_payment_statuses is 'Statuses of a payment whose money or receipt arrived.';

create function private.payment_entry_kinds() returns text[]
language sql immutable set search_path = ''
return array['payment', 'refund', 'refund_failed', 'dispute', 'dispute_won'];
comment on function private.payment_entry_kinds is 'Kinds of ledger entries of a payment.';

create function private.fee_invoice_statuses() returns text[]
language sql immutable set search_path = ''
return array['open', 'paid', 'cancelled'];
comment on function private.fee_invoice_statuses is 'Statuses of an invoice of the fee of the portal for an event.';

create function private.stripe_events() returns text[]
language sql immutable set search_path = ''
return array[
  'checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed',
  'checkout.session.expired', 'charge.refunded', 'refund.failed', 'refund.updated', 'charge.refund.updated',
  'charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed', 'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated'
];
comment on function private.stripe_events is
  'Events of Stripe that private.record_stripe_event handles; the endpoint of a site has to send them.';

create function private.ad_statuses() returns text[]
language sql immutable set search_path = ''
return array['awaiting_payment', 'awaiting_art', 'in_review', 'approved', 'paused', 'ended', 'rejected', 'stopped'];
comment on function private.ad_statuses is 'Statuses of a banner.';

create function private.editable_ad_statuses() returns text[]
language sql immutable set search_path = ''
return array['awaiting_payment', 'awaiting_art', 'in_review', 'rejected'];
comment on function private.editable_ad_statuses is
  'Statuses in which the advertiser may still change the art of a banner.';

create function private.lead_stages() returns text[]
language sql immutable set search_path = ''
return array['new', 'contacted', 'negotiating', 'won', 'lost'];
comment on function private.lead_stages is 'Stages of a contact for events, in order.';

create function private.lead_kinds() returns text[]
language sql immutable set search_path = ''
return array['organizer', 'sponsor', 'food_truck', 'exhibitor', 'club'];
comment on function private.lead_kinds is 'What a contact for events can be.';

create function private.pix_key_types() returns text[]
language sql immutable set search_path = ''
return array['cpf', 'cnpj', 'email', 'phone', 'evp'];
comment on function private.pix_key_types is 'Types of Pix keys; evp is the random key.';
