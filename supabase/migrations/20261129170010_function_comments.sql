comment on function private.attempt_subjects is 'Kinds of things whose wrong codes or links are counted.';

comment on function public.send_campaign is
  'Sends a campaign now, once; answers saved or, when it was sent before, conflict, both with recipients, or gone; '
  'raises 42501 without the permission notifications.';

comment on function public.merge_accounts is
  'Merges an account into another, or with dry_run says whether it could; answers saved or refused with obstacles, '
  'both with is_trial, obstacles, report (the rows that move) and target; raises 42501 (rank), and without dry_run '
  '28000 (no recent proof of identity) or 22023 (no reason); the server deletes the empty account afterwards.';

comment on function public.deliver_trip_panel is
  'Delivers the saved trip of an application; answers saved with place (account, full or link), conflict when a '
  'colleague answered first, gone, or refused with trip_unfinished or trip_changed.';

comment on function private.decided_already is
  'The outcome conflict with status, at and by, for a decision about an item that was decided before or has another '
  'status than the moderator saw.';

comment on function private.registration_answers is
  'The answers to the fields of a form; refuses a wrong or missing one, with the name of its field.';

comment on function public.save_event is
  'Creates an event, or with id and expected_version changes it: saved, conflict, gone, or refused with closed '
  'or limit; refuses an invalid field, with its name.';

comment on function private.message_from is
  'A message from the payload of the form, checked; refuses an invalid field, with its name.';

comment on function public.add_payer_document is
  'The client of a payment link gives the CPF or CNPJ that a signed sale lacks; answers an outcome, gone when it '
  'has one or the link opens none. Refuses an invalid document. For the server alone.';

comment on function private.checked_place_change is
  'The known keys of a proposed change, checked; refuses an invalid field, with its name.';

comment on function private.voucher_of is
  'A voucher with the values of a form; refuses an invalid field, with its name.';
