-- Comments that describe literally what an object is, what a function returns or raises and who may call it.

-- foundation
comment on schema private is
  'Functions of RLS policies and triggers, and tables that only the server reads; the API does not expose this schema.';
comment on function private.touch_updated_at() is
  'Trigger function: sets updated_at to the start time of the transaction.';
comment on function private.refuse_api_role() is
  'Trigger function: raises 42501 when the current role is anon, authenticated or service_role.';
comment on table private.seeded_rows is
  'Rows written by the seed with their updated_at at that time; the seed does not overwrite a row that has another updated_at or was deleted, because an editor changed it.';
comment on function private.refuse_change() is 'Trigger function: raises 42501 for every role.';

-- states
comment on column public.states.capital_ibge is
  'IBGE code of the capital (cities.ibge_code); not a foreign key, because cities references states.';
comment on column public.states.bbox is
  'Bounding box of the mainland in degrees: west, south, east, north; distant islands are left out, because they would make the area of the map too large.';

-- accounts
comment on table private.session_activity is
  'Time of the last page or action that the site served to a session, with a precision of one minute.';
comment on function private.session_id() is
  'Returns the session id of the caller''s JWT; null for anonymous callers and API keys.';
comment on function private.session_state() is
  'Returns live, or the reason why the caller''s session gives no access: none (not signed in), ended, blocked, expired (staff, 12 hours after the sign-in), idle (staff, 30 minutes without activity), second_factor (its code must still be entered) or enrolment (the account must set up a second factor).';
comment on function private.session_is_live() is 'Whether private.session_state() of the caller is live.';
comment on function private.account_id() is
  'Returns the account of the caller while its session is live, null otherwise; policies and functions use this instead of auth.uid().';
comment on table public.permission_definitions is 'Permissions with their label and description for the admin page.';
comment on table public.profiles is
  'One row per account, inserted by private.handle_new_user(); the role of an account is read from this table, never from a token.';
comment on column public.profiles.email_verified_at is
  'When a link sent to the current e-mail address was opened; null while the address is not verified.';
comment on column public.profiles.notify_in_app is 'Whether the account receives notices of campaigns.';
comment on column public.profiles.search_name is
  'User name and full name in lower case without accents, for the search of user managers.';
comment on table public.role_permissions is
  'Permissions of each role; profiles.permissions adds permissions to a single account.';
comment on function private.has_permission(text) is
  'Whether the caller has a permission: always for main_admin and superadministrador, otherwise by role_permissions or profiles.permissions; false for blocked accounts and without a live session.';
comment on function private.account_role() is
  'Returns the role of the caller; null for anonymous callers, blocked accounts and sessions that are not live.';
comment on function private.is_staff() is
  'Whether the role of the caller is editor, admin, main_admin or superadministrador.';
comment on function private.guard_profile() is
  'Trigger function: raises 42501 when anon or authenticated changes id, role, permissions, email_verified_at, blocked_at or created_at of a profile.';
comment on function private.guard_server_columns() is
  'Trigger function with two arguments: the author column ('''' without one) and the time columns, comma-separated; raises 42501 when anon or authenticated inserts a row with another author than the caller or with a time that is neither null nor now(), or changes one of these columns.';
comment on function private.record_accepted_terms() is
  'Trigger function: stores the versions of the terms of use and the privacy policy in force when an account accepted them.';
comment on function private.outranks(text) is 'Whether the role of the caller has a higher rank than the given role.';
comment on function private.handle_new_user() is
  'Trigger function: inserts the profile of a new account, always with the role user; a role in the user metadata is ignored.';
comment on function private.handle_changed_email() is
  'Trigger function: sets email_verified_at to null when the e-mail address of an account changes; a link sent to the new address verifies it.';
comment on table public.audit_log is
  'Who changed which row and when; append-only, written by private.write_audit() and other functions; API roles cannot write it (42501).';
comment on column public.audit_log.actor_id is
  'Account that made the change, kept after the account is deleted; null for the server.';
comment on function private.guard_identity() is
  'Trigger function: raises identity_not_linked (42501) when an identity of a provider other than email is added to an account that already has an identity of another provider and whose e-mail address is not verified.';
comment on function public.current_account(boolean) is
  'Returns the account of the caller with its session state in one row, or no row; requests that no person made pass is_activity = false, which does not update the last activity of the session.';
comment on function private.proof_methods(uuid) is
  'Returns the authentication methods (names of `amr`) that prove the identity of an account: the second factor, without one the password, without a password a mailed link or code.';
comment on function private.has_recent_proof() is
  'Whether the caller has a live session and gave a proof of identity in the last 10 minutes.';
comment on function public.has_recent_proof() is
  'Whether the caller gave a proof of identity in the last 10 minutes, which sensitive actions require.';
comment on function private.require_recent_proof() is
  'Raises 42501 without a live session and 28000 without a proof of identity in the last 10 minutes.';
comment on function public.own_proof_method() is
  'Returns how the caller proves their identity: totp, password or mail; null without a live session.';

-- settings
comment on table public.app_settings is
  'Settings of the portal as text; what a page shows from a setting is hidden while the value is empty.';
comment on function private.setting_permission(text) is
  'Returns the permission that is needed to write a setting and to read one that is not public.';
comment on table public.payment_settings is
  'The part of the payment configuration that browsers may read; secrets are environment variables of the server.';
comment on function private.setting_number(text, integer) is
  'Returns a setting as integer, or the fallback when it is missing or not a number of 1 to 6 digits.';
comment on function private.require_feature(text) is
  'Raises feature_off, with the feature as detail, when the setting feature_<name> is false; a feature without a setting is on.';
comment on function private.requires_second_factor(text) is
  'Whether accounts of this role must have a second factor: staff roles while the setting system_staff_second_factor is true.';

-- records
comment on function records.key_column(regclass) is
  'Returns the primary key column of a table; null when the key has several columns.';
comment on function records.writable_columns(regclass, jsonb, text[]) is
  'Returns the columns of a table that are keys of the object, except generated columns and those of the third argument; other keys are ignored.';
comment on function records.save_children(regclass, text, text, text, jsonb) is
  'Replaces the ordered children of a row by the complete list items: updates those with an id, inserts those without one and deletes missing ones; runs as the caller, so the RLS policies of the child table apply.';
comment on function public.save_record(text, text, timestamptz, jsonb, jsonb, text, text[]) is
  'Inserts (record_id null) or updates one row and its ordered children [{table, parent, order, rows: [{id?, …}]}] in one transaction, as the caller; returns {outcome}: saved with id, updated_at and states (tag_columns before and after the save), conflict when the row''s updated_at is not seen (the one the form was loaded with), missing or forbidden.';
comment on function public.record_trail(text, text, integer) is
  'Returns the audit log entries of one row, newest first, for staff with the permission in private.audit_log_permissions; no rows for other callers.';
comment on table public.saved_views is 'Filters of admin lists that a staff account saved under a name.';
comment on function records.pair_saved(text, uuid[]) is
  'Searches possible duplicates of the given rows when the table is in records.duplicate_sources.';
comment on function records.children_of(regclass, text, text, text) is
  'Returns the children of a row that the caller may read, in their order, as a JSON array.';
comment on function records.log_children(text, text, text, jsonb, jsonb) is
  'Writes the children of a row before and after a save to audit_log when they differ; before_rows is null for a new row; the API does not expose schema records.';

-- trigger functions of the guide
comment on function private.touch_parent() is
  'Trigger function: sets updated_at of the parent rows to now; arguments: parent table, column that references it.';
comment on function private.keep_addresses() is
  'Trigger function: stores a redirect when the slug of a public item changes, and marks its addresses as gone (410) when it is deleted or soft-deleted; argument: kind of item.';
comment on function private.index_for_search() is
  'Trigger function: replaces the search documents of the rows that a statement changed; a row that is not public gets none; argument: kind of item.';
comment on function private.note_duplicates() is
  'Trigger function: updates records.duplicate_pairs when a row is inserted or its name, state, city, position or deleted_at changes, and deletes its verdicts when the row is deleted.';

-- media
comment on table public.media_assets is
  'Pictures of the site; path is their address on pages, and the file of the same name is in the bucket media.';
comment on column public.media_assets.alt is 'Alt text; a picture without it is not published.';
comment on table private.file_deletions is
  'Queue of files whose row was deleted; the worker deletes them through the storage server, because deleting rows of storage.objects in SQL would keep the bytes.';
comment on function private.payload_photos(jsonb) is
  'Returns the names of files in the bucket request-photos from the payload of a request; null without any.';
comment on function public.forget_deleted_files(text, text[]) is
  'For the worker only: deletes files that no longer exist from the queue and returns how many.';

-- cities
comment on table public.cities is 'Every Brazilian municipality; names and coordinates are public geographic data.';
comment on column public.cities.is_published is 'Whether the guide has content about the city.';
comment on column public.cities.has_cover is 'Whether the city has a cover photo; set by a trigger of city_photos.';
comment on function private.step_down_cover() is
  'Trigger function: sets is_cover of the previous cover photo to false when another photo of the city becomes the cover.';
comment on function private.note_cover() is
  'Trigger function: updates cities.has_cover when photos change; security definer, because gallery editors may not update cities.';

-- regions
comment on function private.is_track(jsonb) is 'Whether a value is [[lat, lng], …] with 2 to 2000 points in Brazil.';
comment on function private.are_pictures(text[]) is
  'Whether a list has at most 30 items and each is the address of a picture (https:// or a path).';
comment on column public.regions.duration_classic_min is
  'Driving time in minutes at the speed of a classic car, without stops.';
comment on column public.regions.deleted_at is
  'Time of the soft delete; the guide does not show the row while it is set.';
comment on column public.regions.paved_pct is 'Percentage of the route on asphalt or concrete; null when unknown.';
comment on column public.regions.steepest is 'Description of the steepest part of the road.';
comment on column public.regions.days is 'Number of days that the route takes at the speed of a classic car.';
comment on column public.regions.elevation_profile is
  '[[km, metres], …] from an imported track; null: the page has no elevation profile.';
comment on column public.regions.track is
  '[[lat, lng], …] from an imported recording, simplified; null: maps draw straight lines between the stops.';
comment on table public.region_waypoints is
  'Stops of a route in order; a stop without coordinates is listed but has no marker on the map.';
comment on column public.region_waypoints.city_ibge is
  'IBGE code of the city: the stop itself when its kind is town, otherwise the city where the stop is.';
comment on column public.region_waypoints.is_approximate is 'Whether the coordinates have not been verified on site.';
comment on function private.place_town() is
  'Trigger function: sets the coordinates of a waypoint of kind town to those of its city.';

-- tolls
comment on column public.tolls.priced_on is
  'Result of private.toll_priced_on(): first day of the oldest price in force, 1900-01-01 without one; set by triggers.';
comment on function private.note_toll_price() is
  'Trigger function: sets priced_on to private.toll_priced_on(); a value from the caller is ignored.';
comment on function private.rename_toll_prices() is
  'Trigger function: copies the new name of a toll plaza to toll_name of its prices.';
comment on column public.toll_prices.toll_name is
  'Name of the toll plaza for lists and searches of prices; set by triggers.';
comment on function private.name_toll_price() is
  'Trigger function: sets toll_name to the name of the toll plaza; a value from the caller is ignored.';
comment on function private.toll_priced_on(uuid) is
  'Returns the first day of the oldest price in force at a toll plaza (per vehicle class the newest price without an end date); 1900-01-01 without one.';

-- services
comment on function private.is_biome(text) is 'Whether a value is a landscape for which a postcard can be drawn.';
comment on column public.service_categories.kind is
  'Type of the places of this category, for map layers and structured data.';
comment on function private.is_service_attributes(jsonb) is
  'Whether an object has known attributes only: makes is an array, every other one a boolean.';
comment on column public.services.verified_at is
  'When the team last confirmed the data with the operator of the place.';
comment on column public.services.source is 'Source of the phone or WhatsApp number, last verified on check_date.';
comment on column public.services.photos is 'Addresses of the pictures other than the cover image.';
comment on column public.services.checked_on is
  'Date the place was last verified: the later of check_date and the day of verified_at, 1900-01-01 without either.';

-- photo points
comment on table public.photo_points is
  'Places where a car can be photographed in front of a view, with direction and best light.';
comment on column public.photo_points.view_heading is
  'Direction of the camera in degrees from north (0 to 359); null when it was not measured.';
comment on column public.photo_points.stamp_radius_m is
  'Maximum distance in metres from which a car can collect the passport stamp of the place.';
comment on column public.photo_points.cover_url is
  'Address of the cover image; null: the page shows the drawn postcard.';
comment on column public.photo_points.photos is
  'Addresses of the pictures other than the cover image, in display order.';

-- clubs
comment on column public.clubs.status is
  'draft, published, or to_confirm: public, with a note that the data is old and not yet confirmed by the club.';

-- contents of states
comment on table public.state_contents is 'Texts of the guide about a state, in Portuguese.';
comment on table public.emergency_contacts is
  'Emergency telephone numbers; a row without a state is valid in the whole country.';
comment on column public.emergency_contacts.source is 'Source of the telephone number; required.';
comment on column public.emergency_contacts.checked_on is
  'Date the number was last verified: check_date, or 1900-01-01 without one.';
comment on function private.city_content(integer) is
  'Returns the number of contents of a city: its places, photo points, clubs and stops, plus one when it is published or has an introduction and one when it is a capital.';
comment on function private.install_cities(text, jsonb, boolean) is
  'Compares the cities of a state with a list and returns {change, ibge_code, name, detail}: add, update (name or coordinates), remove (city without content) or keep (not in the list, but with content); with is_run it applies the changes, slugs never change; raises 42501 without the permission city_installer and 22023 for an empty list.';
comment on function public.install_cities(text, jsonb, boolean) is
  'Returns the differences between the cities of a state and a list, and applies them with is_run; raises 42501 without the permission city_installer and 22023 for an empty list.';
comment on function private.has_texts(jsonb) is
  'Whether headline, intro, best_season and how_to_arrive of a state all exist in one language.';
comment on function public.state_completeness() is
  'Returns for each of the 27 states which texts and languages exist and the number of emergency telephone numbers, published routes (counted up to 5) and published photo points (counted up to 1); raises 42501 without the permission state_content.';

-- blog
comment on table public.blog_categories is 'Categories of the blog; the key is part of page addresses.';
comment on column public.blog_posts.status is
  'draft, scheduled or published; a scheduled post is public from publish_at on.';

-- magazines
comment on column public.magazines.pdf_path is 'Address of the PDF file for download.';
comment on table public.magazine_pages is
  'Text of each page of an issue in markdown, for the search in the issue and for screen readers.';

-- website texts
comment on table public.website_contents is
  'Text of one page of the site in one language; the code of each page defines the shape of its body.';
comment on column public.website_contents.title is 'Title from the body, or the key when the body has none; for lists.';
comment on column public.faqs.audience is
  'Target group, as in the addresses of the page: viajante (traveller), organizador (organizer), parceiro (partner) or anunciante (advertiser).';
comment on table public.glossary_terms is 'Terms of the classic car hobby with their definitions.';
comment on function private.keep_legal_document() is
  'Trigger function: raises 42501 for every role when a legal document that is in force is updated or deleted.';
comment on table public.legal_acknowledgements is
  'Newest version of each legal text that an account accepted or was informed about; written by functions only.';
comment on function public.acknowledge_legal(text) is
  'Stores that the caller was informed about the version of a legal text now in force; raises 42501 without an account and 22023 for an unknown document.';

-- radio stations
comment on table public.radio_stations is
  'Stations of the radio page; without an active one the page shows that the radio is off the air.';

-- checklists
comment on function private.are_words(text[]) is
  'Whether every item is a key of lower-case words joined by underscores, such as air_cooled.';
comment on table public.checklist_templates is
  'Checklist templates: the public ones are the travel checklist, the others belong to the driver''s log.';
comment on column public.checklist_template_items.key is 'Key under which a device stores whether the item is ticked.';
comment on column public.checklist_template_items.section is
  'Heading of the group section_key, such as documents, safety, fluids or tyres.';

-- form templates
comment on table public.form_template_versions is
  'Versions of the texts of a template; the texts of a published version cannot be changed, and it is deleted only together with its template (23514 otherwise).';
comment on column public.form_template_versions.schema is
  'Form fields of the variables: [{name, label, kind, required}].';

-- redirects
comment on table public.redirects is
  'Addresses of the site that moved, without language prefix; the site responds 410 (gone) for a row without to_path.';
comment on function private.addresses_of(text, text, text) is
  'Returns the addresses of an item in the guide without language prefix, the canonical one first.';
comment on function private.record_move(text, text) is
  'Stores a redirect from an old address to a new one, or as gone (410) when the new one is null, and updates older redirects so that there are no chains.';
comment on function private.is_shown(jsonb) is 'Whether anonymous visitors may read a row of a content table.';
comment on function public.count_redirects(jsonb) is
  'For the server only: adds {address: visits} to redirects.hits and returns how many of the addresses have a redirect.';

-- search
comment on text search configuration private.guide is
  'Portuguese without accents, used for stored documents and for queries.';
comment on function private.plain_words(text) is
  'Returns the words of a text in lower case without accents and punctuation: D''Oeste → d oeste.';
comment on function private.search_vector(text, text, text, text, text, jsonb) is
  'Returns the tsvector of a document: title with weight A, keywords and translated titles B, summaries C, and the lexemes kind:… and state:….';
comment on table public.search_documents is
  'Documents that search_portal searches: published items and pages; triggers write those of published items.';
comment on column public.search_documents.keywords is
  'Words that are searched but not shown: town, roads, stops, tags.';
comment on column public.search_documents.weight is 'Factor by which the score of the item is multiplied.';
comment on column public.search_documents.visible_from is
  'Time from which a post is found (its publish_at); null: always.';
comment on function private.words_query(text) is
  'Returns the tsquery of at most eight words from private.plain_words(); empty when all are stop words.';
comment on function private.filter_query(text[], text) is
  'Returns the tsquery of the lexemes kind:… and state:…; a filter that is not given matches every document.';
comment on function private.search_weighted(text, text, text[], integer, jsonb) is
  'Searches like search_portal with the given weights: one factor per kind, and words, likeness and exact for the three parts of the score; a missing factor is 1.';
comment on table public.algorithm_settings is
  'Versions of the search weights; without an active version the built-in weights apply.';
comment on function private.active_weights(text) is
  'Returns the weights of the active version; an empty object while the built-in weights apply.';
comment on function private.search_portal(text, text, text[], integer) is
  'Returns the documents that match a text, best score first, with the active weights.';
comment on function public.search_portal(text, text, text[], integer) is
  'Returns the routes, cities, places, photo points, posts, clubs, magazines and pages that match a text, best first, without regard to accents and with tolerance for typing errors; anyone may call it.';
comment on function private.preview_search(text, jsonb) is
  'Returns the first ten documents of a search with the given weights; no rows without the permission system_algorithms.';
comment on function public.preview_search(text, jsonb) is
  'Returns the first ten documents of a search with the given weights; no rows without the permission system_algorithms.';

-- page views
comment on table public.page_views is
  'One row per page view; a path with a token or a personal id is stored as its pattern.';
comment on table public.page_view_daily is
  'Page views of finished days, summed by page, language and state; without accounts.';
comment on function private.roll_up_page_views() is
  'Adds finished days of page_views to page_view_daily and page_source_daily, and returns the first day that is not summed.';
comment on function public.page_view_report(date, date, text, text) is
  'Returns the sums of page views of a period and of the period of the same length before it, without accounts: {total, previous, days, pages, states, locales, sources}; raises 42501 without the permission analytics and 22007 for an invalid period.';
comment on function private.source_of(text) is
  'Returns the host of a referrer without the prefixes www, m, l and lm; empty for a visit without a referrer.';
comment on table public.page_source_daily is
  'Page views of finished days, summed by referring site (empty: without a referrer), language and state; without accounts.';

-- jobs
comment on table private.workers is
  'Running workers; each updates seen_at every ten seconds and deletes its row at a regular shutdown.';
comment on table private.job_schedules is 'Schedules of jobs and the result of their last run; written by the worker.';
comment on function private.enqueue_job(text, jsonb) is
  'Adds a job to the outbox in the transaction of the caller, so that a rollback removes it, and returns its id.';
comment on function public.enqueue_mail(text, text, jsonb, text) is
  'For the server only: enqueues a mail and returns its id; raises 22023 for an invalid recipient or template.';
comment on function private.last_due(text, timestamptz) is
  'Returns the last due time of a schedule that is not after a moment.';
comment on function private.enqueue_due_jobs() is
  'Adds every scheduled job that is due to the outbox, once per due time across all workers, and returns how many.';
comment on function public.job_overview() is
  'Returns {outbox, workers, queues, schedules, failures} for the health page, without the data of jobs; raises 42501 without the permission system_health.';
comment on function public.run_job_again(text, uuid) is
  'Gives a failed job one more attempt; returns false when it is not failed; raises 42501 without the permission system_health.';
comment on table private.publication is
  'done_until: time until which the pages of scheduled content have been revalidated.';
comment on function private.publish_due() is
  'Sends the scheduled notices that are due, publishes the scheduled posts that are due and enqueues the revalidation of pages of content that became public; safe to run concurrently.';

-- notifications
comment on column public.notification_campaigns.push is
  'Whether the notice is also sent to the subscribed devices by web push.';
comment on column public.notification_campaigns.push_taken_at is
  'When a server started to push the campaign; no other server pushes it after that.';
comment on column public.notification_campaigns.push_gone is 'Number of devices that no longer existed.';
comment on function private.audience_of(public.notification_campaigns) is
  'Returns the accounts that a campaign reaches; blocked accounts and those with notify_in_app = false are left out.';
comment on function public.send_campaign(uuid) is
  'Sends a campaign now and returns {outcome: sent | already | missing, recipients}; a campaign is sent once; raises 42501 without the permission notifications.';
comment on function public.count_audience(text, text, text) is
  'Returns how many accounts a campaign would reach; raises 42501 without the permission notifications.';
comment on table public.push_subscriptions is
  'Web push subscriptions: the devices on which an account receives notices.';
comment on column public.push_subscriptions.endpoint is
  'Address of the push service, given by the browser; the server sends to known push services only.';
comment on column public.push_subscriptions.auth is
  'Authentication secret of the subscription, shared between the device and the server.';
comment on function private.keep_ten_devices() is
  'Trigger function: deletes the oldest devices of an account so that at most ten remain.';
comment on function public.save_device(text, text, text, text) is
  'Stores a device of the caller and returns its id; a device of another account is moved to the caller when both keys are equal; raises 42501 without a live session or when the keys differ.';
comment on function public.take_push_campaign() is
  'For the server only: marks the next campaign to push as taken and returns it, each campaign once; null when there is none.';
comment on function public.push_targets(uuid, uuid, integer) is
  'For the server only: returns one page of the devices of the accounts that a campaign reached, with ids after after_id.';
comment on function public.count_devices(text, text, text) is
  'Returns how many devices a campaign would reach by web push; raises 42501 without the permission notifications.';

-- requests
comment on function private.new_protocol() is
  'Returns a new protocol such as LC-2026-000123-ABCDEF, without the letters I and O, which look like digits.';
comment on function private.refuse_request(text) is
  'Raises invalid_request with the name of the invalid field as detail.';
comment on function private.check_payload(jsonb) is
  'Raises invalid_request unless the payload is a JSON object of at most 20 kB.';
comment on function private.text_field(jsonb, text, integer, boolean) is
  'Returns a trimmed text of the payload, null when empty; raises invalid_request when it is not a text, too long, or required and empty.';
comment on function private.whole_field(jsonb, text, integer, integer, boolean) is
  'Returns an integer of the payload; raises invalid_request when it is not an integer, outside the limits, or required and missing.';
comment on function private.texts_field(jsonb, text, integer) is
  'Returns a list of texts of the payload; raises invalid_request for more than the given number of items, or an item that is not a text or longer than 120 characters.';
comment on function private.guard_columns() is
  'Trigger function: raises 42501 when anon or authenticated changes a column other than those of the argument (comma-separated) and updated_at.';
comment on column public.service_requests.payload is 'Data about the place as sent by the form.';
comment on column public.service_requests.status_note is 'Answer of the team; readable by anyone who has the protocol.';
comment on column public.service_requests.result_id is
  'Id of the row of result_table that the request created or changed.';
comment on column public.service_requests.undo is
  'Data to undo the decision, {before, at}: the previous column values of the row, and its updated_at after the change.';
comment on function private.mail_received_request() is
  'Trigger function: enqueues a mail that confirms a request with its protocol.';
comment on column private.answered_requests.mail_id is
  'Id of the enqueued mail; null when it was sent before this column existed or could not be enqueued.';
comment on function private.withdraw_answer() is
  'Trigger function: when a decision is undone, deletes its mail from the queue, or enqueues a second mail with a correction when it was already sent; argument: statuses without a decision, comma-separated.';
comment on function private.file_service_request(jsonb) is
  'Stores a request about a place and returns its protocol; required fields: kind, state_abbr, requester_name, requester_email, for a new place name and category_key, otherwise service_id and message; raises invalid_request.';
comment on function private.use_request_locale(jsonb) is
  'Sets the language (app.request_locale) with which the row of this transaction is stored.';
comment on function public.submit_service_request(jsonb) is
  'Stores a request about a place and returns its protocol; anyone may call it; raises feature_off or invalid_request.';
comment on table public.trip_panel_requests is 'Applications of visitors for a trip that the team prepares.';
comment on column public.trip_panel_requests.km_per_day is
  'Distance in kilometres that the travellers want to drive per day.';
comment on function private.file_trip_panel_request(jsonb) is
  'Stores an application for a trip panel and returns its protocol; required fields: name, email, delivery_kind, origin, destination and consent, and phone when by_whatsapp is true; raises invalid_request.';
comment on function public.submit_trip_panel_request(jsonb) is
  'Stores an application for a trip panel and returns its protocol; anyone may call it; raises feature_off or invalid_request.';
comment on column public.ad_leads.seller_ref is
  'Parameter ref of the address that the company opened; the team assigns the lead to a seller by it.';
comment on function private.file_ad_lead(jsonb) is
  'Stores the contact of an advertiser and returns its protocol; required fields: company, contact_name and email; raises invalid_request.';
comment on function public.submit_ad_lead(jsonb) is
  'Stores the contact of a company that wants to advertise and returns its protocol; anyone may call it; raises invalid_request.';
comment on table public.app_reviews is
  'Reviews of the portal; anonymous visitors read the published ones through published_app_reviews().';
comment on function private.file_app_review(jsonb) is
  'Stores a review of the portal, one per account; required field: rating (1 to 5); optional: nps, topic, text, name, contact, publish_ok, app_version and device; raises invalid_request.';
comment on function public.submit_app_review(jsonb) is
  'Stores a review of the portal; anyone may call it; raises feature_off or invalid_request.';
comment on function public.app_rating() is
  'Returns the average and the number of all ratings except hidden ones; average is null without ratings; anyone may call it.';
comment on table public.takedown_requests is 'Claims that content of the portal belongs to another person.';
comment on function private.file_takedown_request(jsonb) is
  'Stores a takedown claim and returns its protocol; required fields: url, claimant_name, email, reason and declares_truth; raises invalid_request.';
comment on function public.submit_takedown_request(jsonb) is
  'Stores a claim to a work shown on the portal and returns its protocol; anyone may call it; raises invalid_request.';
comment on table public.reports is 'Errors on pages, reported by readers.';
comment on function private.file_report(jsonb) is
  'Stores a report of an error on a page; required fields: subject_type, subject_id and reason; optional: text, page_path and reporter_email; raises invalid_request.';
comment on function public.submit_report(jsonb) is
  'Stores a report of an error on a page; anyone may call it; raises invalid_request.';
comment on function private.cancel_mail(uuid) is
  'Deletes an enqueued mail and returns true; false when it is no longer in the queue.';

-- sellers
comment on table public.publication_plans is
  'Plans that advertisers can buy; a change does not affect past sales, which store a copy of name, price and days.';
comment on column public.publication_plans.price is 'Price in reais.';
comment on column public.publication_plans.placements is
  'Keys of the ad_placements in which a banner of this plan may run; empty: all.';
comment on table public.sellers is
  'Sellers of plans and applications to become one; written by functions only, so that sellers cannot change their own row.';
comment on column public.sellers.commission_percentage is
  'Commission rate in percent that applies while no rate of seller_commission_rates has started; a rate that starts on the day it is set is copied here.';
comment on column public.sellers.erased_at is
  'When the account was erased; the remaining data proves contracts and payments, and only financial managers may read it.';
comment on column public.sellers.pix_key_type is
  'Kind of pix_key; null for a key that was stored before the kind was required.';
comment on function private.restrict_erased_seller() is
  'Trigger function: when the account of a seller is erased, keeps name and document, which the contracts contain, and clears the other data; the Pix key is kept while commissions are open.';
comment on table public.seller_commission_rates is
  'Commission rates of sellers in percent with their first day; past sales keep the rate stored with them.';
comment on function private.own_seller_id() is
  'Returns the seller id of the caller; null unless the seller is active and the account is not blocked.';
comment on function private.is_document(text) is
  'Whether a text is a CPF or CNPJ (letters included) without punctuation and with correct check digits.';
comment on function public.apply_as_seller(jsonb) is
  'Stores the caller''s application to become a seller and returns its status, pending until the team decides; required fields: full_name, document, phone, accepts_terms; raises 42501 without a verified account, and invalid_request.';
comment on function public.decide_seller(uuid, text, text, text) is
  'Decides about a seller and returns {outcome}: approve makes a pending or suspended seller active and changes the role of the account from user to vendedor, reject rejects an application or suspends a seller, reopen undoes a rejection, or an approval before the first sale; raises 42501 without the permission sellers, and invalid_decision.';
comment on function public.set_seller_commission(uuid, numeric, date) is
  'Sets the commission rate of a seller from starts_on (today to 730 days ahead); existing sales keep their rate; raises 42501 without the permission sellers, and invalid_request.';
comment on function private.is_pix_key(text, text) is
  'Whether a key is a Pix key of the given kind in the format of the central bank''s directory: digits of a CPF or CNPJ, an e-mail, a phone with +55, or a random key.';
comment on function public.set_own_pix_key(text, text) is
  'Sets the Pix key to which the commissions of the calling seller are paid, an empty key removes it; raises 42501 when the caller is not a seller, 28000 when the key changes without a recent proof of identity, and invalid_request.';

-- sales
comment on table public.sale_terms is
  'Versions of the terms of sale that both parties sign; sales.terms_version references them, and a version never changes.';
comment on table public.sales is
  'Sold plans with a copy of plan name, price, days and commission rate at the time of the sale.';
comment on column public.sales.client_request_id is
  'Idempotency key of the form: a repeated request returns the first sale.';
comment on column public.sales.is_remote_signing is
  'Whether the client signs on their own device, on the page of the payment link.';
comment on function private.is_signed(text) is 'Whether a sale references this signature file.';
comment on function public.create_sale(jsonb) is
  'Creates and returns a pending sale of the calling seller; payload: plan_id, start_date, client_*, signature paths (files already stored), hashes of their files, terms_version, accepts_terms, seen_price_cents, client_request_id, optionally replaces_sale_id; with is_remote_signing only the seller''s signature is sent and the client signs later; price, days, end date and commission are read from the database; raises 42501 unless the caller is an active seller, invalid_request or sale_differs.';
comment on function private.require_same_sale(public.sales, jsonb) is
  'Raises sale_differs, with the keys that differ as detail, when a payload does not have the same facts as the sale stored for its request id.';
comment on function private.lock_replaceable_sale(uuid, text) is
  'Locks and returns a sale of the seller that is neither paid, under review nor cancelled; raises invalid_request for any other sale.';
comment on function private.portal_party() is
  'Returns the legal name and document of the portal from the setting company_legal_line; null while it has an example value.';
comment on function public.contract_hash(uuid, text, text) is
  'For the server only: returns the hash of a contract with these signature files, which is equal to contract_sha256 when nothing was changed.';
comment on function private.document_field(jsonb, text) is
  'Returns a CPF or CNPJ of a payload without punctuation; raises invalid_request for another format; the application checks the check digits.';
comment on function public.sign_contract(text, jsonb) is
  'For the server only, which adds browser and address hash: stores the signature of the client of a payment link (client_signed_name, accepts_terms, and for a drawn signature its stored path and the hash of its file) and returns signed, or signed_before when it was signed already; raises sale_missing, nothing_to_sign, period_over or invalid_request.';
comment on function public.verify_contract(text) is
  'Returns {number, company, plan, signed_at, start_date, end_date, is_cancelled, is_unchanged} of the contract with this hash, null for an unknown hash; is_unchanged is null when the hashes of the signature files were not stored yet; anyone who has the hash may call it.';

-- payments
comment on table public.payments is 'Payment attempts and their status; written by functions of the server only.';
comment on column public.payments.needs_refund is
  'Whether the team must refund the payment, because the sale was already paid or cancelled, its period was over, or the amount differs.';
comment on column public.payments.provider_ref is 'Id of the Stripe checkout session.';
comment on column public.payments.disputed_cents is
  'Amount in cents that the payer disputes at the bank, in open and lost disputes; zero when the dispute was won.';
comment on column public.payments.dispute_due_at is 'Deadline of the provider for evidence.';
comment on column public.payments.refund_failed_cents is
  'Amount in cents of the refunds that failed since the last accepted one; the team must refund it again.';
comment on table public.payment_webhook_events is
  'Webhook events with a valid signature, each stored once; facts contains ids, status and amounts only, no data of the payer.';
comment on column public.payment_entries.booked_at is
  'Date used by lists, totals and CSV files; always the time of the insert, so that a finished month does not change.';

-- ads
comment on table public.ad_placements is
  'Places on public pages that show a banner; written by migrations only, because each place is part of the code of a page.';
comment on column public.ads.approved_at is
  'Time of the approval from which the run of a sold banner is counted; null before it, and again when the banner is reopened before its start.';
comment on function private.set_ad_status() is
  'Trigger function: raises 23514 for unknown placements or states, and sets the status of a banner to in_review when its art is complete and to awaiting_art when it is not; a stopped banner keeps the status stopped.';
comment on function private.extend_disputed_ad() is
  'Trigger function: sets disputed_since when a dispute pauses a banner, and adds the days of the pause, rounded up, to ends_at when it runs again.';
comment on table public.ad_daily_stats is
  'Impressions (only when the banner was visible) and clicks of a banner per day in the time zone America/Sao_Paulo, placement and state of the page (null: the whole country).';
comment on function public.running_ads() is
  'Returns the banners that run now or start within 15 minutes, with the columns that pages show; anyone may call it.';
comment on function public.decide_ad(uuid, text, text, text) is
  'Applies a decision to a banner: approve, reject (with a reason), pause, resume, end or reopen; returns {outcome}: decided, already, missing, period_over, payment_disputed, states_needed or placement_full; raises 42501 without the permission ads, and invalid_decision.';
comment on function public.record_ad_events(jsonb) is
  'For the server only: counts a batch [{ad, placement, state, kind: view|click}] and returns how many rows of ad_daily_stats it changed; events of banners that do not run are ignored; raises invalid_request.';
comment on function public.submit_ad_art(text, jsonb) is
  'For the server only: stores image_desktop, image_mobile, alt, link_url and states of the banner of a report link while it does not run yet; returns {outcome}: received, closed or missing; raises invalid_request.';
comment on function public.ad_totals(uuid[]) is
  'Returns the total impressions and clicks of banners, from the rows that RLS lets the caller read.';
comment on function public.placement_audience() is
  'Returns the views of the pages of each banner placement over the last 30 finished days; anyone may call it.';
comment on function private.count_run(public.ads) is
  'Returns the banner with the period it gets when its art is approved now: a sold banner that is approved after its start date starts today and runs as many days as were sold.';
comment on function private.tags_due(timestamptz) is
  'Returns the cache tags of the posts, legal documents and banners whose start time is after the given time and not later than now.';

-- link tokens
comment on column public.link_tokens.revoked_at is
  'Time from which the link is refused, also before expires_at; null while it is not revoked.';
comment on function private.live_link(text, text[]) is
  'Returns the link of one of these kinds with this token; null for a wrong, expired or revoked token.';
comment on function public.read_ad_report(text) is
  'Returns the data of the page of a report link; null for a wrong, expired or revoked token; anyone who has the token may call it.';
comment on function private.link_end(text, uuid) is
  'Returns the expiry time of a link issued now: 90 days after the end of its sale or banner and at least 30 days from now; for a contract link 7 days from now.';
comment on function private.opens_contract(public.link_tokens) is
  'Whether a link gives access to the contract: a contract link always, a payment link for 90 days after it was issued, after which the client requests a contract link by e-mail.';
comment on function public.issue_link(text, uuid, integer, text, boolean) is
  'Stores the next version of a payment or report link and returns true; false when the given version is not the next one; is_replacing revokes earlier links; raises 42501 unless the caller may send the link to the client, and invalid_request without a token hash.';
comment on function public.issue_server_link(text, uuid, integer, text) is
  'For the server only: stores the next version of a link of any kind and returns true; false when the given version is not the next one; raises invalid_request without a token hash.';
comment on function public.find_link(text) is
  'For the server only: returns {kind, subject_id, sale_id, number, company, contact, email} of a link, also of an expired or revoked one, so that a new link can be mailed; null for an unknown token.';
comment on function public.contract_of_sale(uuid) is
  'For the server only, which first checks that the account may read the sale: returns the facts of a signed contract with the paths of its signature files and its payment; null when the sale is not signed.';
comment on function public.ad_of_payment(text) is
  'For the server only: returns the banner of a paid sale by the token of its payment link; null for any other token.';
comment on function public.note_opened_link(text) is
  'Stores when a payment link was first opened, unless the caller is the seller of the sale; anyone who has the token may call it.';

-- commissions
comment on table public.commission_payouts is 'Payouts: each row is one transfer to a seller.';
comment on column public.commission_lines.paid_at is 'Time of the payout that contains the line; null before it.';
comment on function public.payout_totals() is
  'Returns for each seller the Pix key and the amounts in cents (approved commissions, corrections) of a payout made now; raises 42501 without the permission financials.';

-- steps of payments
comment on function public.record_stripe_event(text, text, timestamptz, jsonb) is
  'For the server only: stores and applies one signed Stripe event and returns its outcome, duplicate for a repeated one; facts: object_id, session_id, payment_intent, payment_id, payment_status, amount_cents, currency, refunded_cents.';
comment on function public.open_payment(text, text, uuid) is
  'Returns the open payment of a sale by card or pix, and creates it when there is none; for anyone who has the token of the payment link and for the seller of the sale; raises sale_missing, nothing_to_pay, unsigned, in_progress (a receipt under review, a delayed method), period_over or invalid_request.';
comment on function public.attach_checkout(uuid, text, text, timestamptz) is
  'For the server only: stores the session, address and expiry time of the card page of a payment; when the payment is already expired, a job closes the page at the provider.';
comment on function public.attach_pix(uuid, text) is
  'For the server only: stores the BR Code that is shown for a pending Pix payment.';
comment on function public.attach_receipt(text, uuid, text) is
  'For the server only: attaches a stored receipt to a Pix payment and sets its status to review, in which a financial manager decides; returns false when the payment cannot take a receipt.';
comment on function public.read_payment_page(text) is
  'Returns the data of the page of a payment link; null for a wrong, expired or revoked token; anyone who has the token may call it.';
comment on function public.read_contract(text) is
  'For the server only: returns the facts of a contract with the paths of its signature files by the token of a contract or payment link; null when the token gives no access.';
comment on function public.decide_pix(uuid, text, text, text) is
  'Decides about a Pix payment and returns {outcome}: approve confirms that the money arrived, reject (with a reason) removes the receipt and sets the status back to pending; raises 42501 without the permission financials, and invalid_decision.';
comment on function public.mark_refunded(uuid, text) is
  'Marks a payment that was not made by card, such as Pix, as refunded after the team sent the money back, and returns its status; a card is refunded at the provider, whose event does this; raises not_refundable, invalid_decision without a reason, and 42501 without the permission financials.';
comment on function public.request_refund(uuid, text, integer) is
  'Checks the refund of a card payment and returns {payment_intent, refunded_cents, cents} for the request to the provider: the whole remaining amount, or the given cents of it; raises not_refundable, invalid_decision without a reason, and 42501 without the permission financials.';
comment on function public.approve_commissions(uuid[]) is
  'Changes pending commissions to approved and returns how many; raises 42501 without the permission financials.';
comment on function public.pay_commissions(uuid[], text) is
  'Changes approved commissions to paid and returns how many, with one payout per seller that includes the open corrections; a seller with a negative balance is skipped; raises 42501 without the permission financials.';
comment on function public.cancel_sale(uuid, text) is
  'Cancels an unpaid sale and returns cancelled; for its seller and for seller managers; raises sale_missing, sale_paid, sale_in_progress (a receipt under review, a delayed method), or invalid_decision without a reason.';
comment on function private.came_in_time(public.payments, public.sales) is
  'Whether the payer paid before the period of the sale was over, with one hour of tolerance; later payments must be refunded.';
comment on function private.expire_card_pages(uuid) is
  'Sets the pending card payments of a sale to expired and enqueues a job that expires their pages at the provider; a payment that arrives nevertheless is still recorded.';

-- inbox
comment on function private.decided_already(text, uuid, timestamptz) is
  'Returns {outcome: already, status, at, by} for a decision about an item that was decided before or has another status than the moderator saw.';
comment on function public.decide_trip_panel_request(uuid, text, text, text) is
  'Decides about an application for a trip panel: approve sets the next status (in_progress, ready, delivered), reject cancels it, reopen sets it back to received; returns {outcome}: decided, already or missing; raises 42501 without the permission service_requests, and invalid_decision.';
comment on function public.decide_takedown_request(uuid, text, text, text) is
  'Decides about a takedown claim: approve accepts it (the moderator then removes the content by hand), reject rejects it, start sets in_review, reopen undoes the decision; returns {outcome}: decided, already or missing; raises 42501 without the permission service_requests, and invalid_decision.';
comment on function public.decide_ad_lead(uuid, text, text, text) is
  'Decides about a lead: approve sets the next status (contacted, won), reject sets lost, reopen sets received; returns {outcome}: decided, already or missing; raises 42501 without the permission ads, and invalid_decision.';
comment on function public.decide_report(uuid, text, text, text) is
  'Decides about an error report: approve sets resolved, reject sets dismissed, reopen sets open; returns {outcome}: decided, already or missing; raises 42501 without the permission reviews, and invalid_decision.';
comment on function public.decide_app_review(uuid, text, text, text) is
  'Decides about a review of the portal: approve publishes it (only with the author''s consent), reject hides it, reopen sets pending; returns {outcome}: decided, no_consent, already or missing; raises 42501 without the permission app_reviews, and invalid_decision.';
comment on function public.reply_app_review(uuid, text) is
  'Sets the reply to a review, an empty text removes it; returns false when there is no such review; raises 42501 without the permission app_reviews.';
comment on function private.free_slug(regclass, text, text) is
  'Returns a slug that no row of the table uses in the state, or with in_state null in the whole country.';
comment on function private.photo_addresses(jsonb) is
  'Returns the public addresses that the photos of a request have after the server copied them.';
comment on function private.take_back(public.service_requests) is
  'Undoes the change that a request made; returns false, and changes nothing, when the place was changed after it.';
comment on function public.decide_service_request(uuid, text, text, text) is
  'Decides about a request and returns {outcome}: approve creates a draft of a new place (or applies a correction, claim or removal), publish creates a published one, reject and adjust need a reason, start sets in_review, reopen undoes the decision; raises 42501 without the permission service_requests, for publish also services or clubs, and invalid_decision.';
comment on function public.inbox_counts() is
  'Returns the number of undecided items and the time of the oldest one by kind, from the rows that RLS lets the caller read.';
comment on function public.staff_names() is
  'Returns the ids and user names of staff, to show who took or decided an item; no rows unless the caller is staff.';
comment on table public.approval_tokens is
  'Links with which a person without an account decides about one request, once.';
comment on column public.approval_tokens.ip_hash is 'Keyed hash of the IP address from which the decision was sent.';
comment on function private.stamp_revocation() is
  'Trigger function: sets revoked_at to now when anon or authenticated revokes a link; raises 42501 when one of them changes the revocation of a revoked link.';
comment on function private.approval_state(public.approval_tokens) is
  'Returns the state of an approval link: open, used, revoked, expired, or closed when the team has decided about the request.';
comment on function public.read_approval(text) is
  'Returns the place and the state of an approval link without changing anything; no row for an unknown token; anyone who has the token may call it.';
comment on function public.decide_approval(text, text, text, text, text) is
  'Decides about a request by an approval link, once: approve creates a draft (or applies the change), adjust and reject need a reason; returns {outcome}: decided, missing, used, revoked, expired or closed; raises invalid_decision; anyone who has the token may call it.';
comment on function public.request_status(text) is
  'Returns the status of a request by its protocol, without personal data; anyone who has the protocol may call it.';

-- mails
comment on function private.decided_forms() is
  'Returns the decisions about forms and seller applications that are mailed to the applicant.';
comment on function private.decided_art() is
  'Returns the decisions about the art of sold banners that are mailed to the clients.';
comment on function private.decided_requests() is
  'Returns all decisions that are mailed to persons outside the team: about forms, seller applications and art.';
comment on function private.mark_requests_answered() is
  'Marks all decisions made so far as answered, so that no mail is sent for them: for a restored backup, whose mails were sent before.';
comment on function private.answer_requests() is
  'Enqueues one mail per decision that is between 2 minutes and 1 day old, and returns how many; safe to run concurrently.';
comment on table private.announced_ends is 'End times of banners about which the client was informed by mail.';
comment on function private.mail_ending_ads() is
  'Enqueues one mail per banner and end time to the client when the banner ends within 15 days, and returns how many.';

-- account management
comment on function private.manages_account(uuid) is
  'Whether the caller may change an account: user managers only, for accounts with a lower rank, never for their own.';
comment on function private.list_accounts(text, text, text, integer, integer) is
  'Returns one page of accounts for user managers; no rows for other callers.';
comment on function private.set_account_role(uuid, text, text[], text) is
  'Sets the role and the additional permissions of an account; raises 42501 unless the account and the role have a lower rank than the caller and the caller has every permission given.';
comment on function public.set_account_role(uuid, text, text[], text) is
  'Sets the role and the additional permissions of an account; raises 42501 unless the account and the role have a lower rank than the caller and the caller has every permission given.';
comment on function public.end_sessions(uuid) is
  'Ends every session of an account and returns how many; raises 42501 unless the account has a lower rank than the caller and the caller has the permission users or access_log.';
comment on function private.set_account_blocked(uuid, boolean, text) is
  'Blocks an account and ends its sessions, or unblocks it; raises 42501 unless the caller may change the account.';
comment on function public.set_account_blocked(uuid, boolean, text) is
  'Blocks an account and ends its sessions, or unblocks it; raises 42501 unless the account has a lower rank than the calling user manager.';
comment on function private.export_account(uuid) is
  'Returns all data that the portal stores about an account (LGPD, article 18), as declared in private.personal_rows and private.personal_columns, without passwords; raises 42501 unless it is the caller''s own account or one that the caller may change.';
comment on function public.export_account(uuid) is
  'Returns all data about an account, for its owner and for user managers of accounts with a lower rank; raises 42501 for other callers.';
comment on function public.access_history(text, text) is
  'Returns the newest 200 changes of profiles, role_permissions or app_settings (of_entity), for accounts that manage them; no rows for other callers.';
comment on table public.access_logs is
  'Sign-ins, failed sign-ins and other access events, written by the server only; retention period 6 months (private.retention_rules).';
comment on column public.access_logs.address_hash is
  'Keyed hash of the caller''s IP address: equal for equal addresses, without revealing the address.';
comment on column public.access_logs.user_id is
  'Account of the event; null when no account has the e-mail of a failed sign-in, or when the account was deleted.';
comment on function private.log_access(text, uuid, text, text, text) is
  'Inserts one row into access_logs; the e-mail is only used to find the account and is not stored.';
comment on function public.log_access(text, uuid, text, text, text) is
  'For the server only: inserts one row into access_logs; the e-mail is only used to find the account and is not stored.';
comment on function private.account_columns() is
  'Returns every foreign key column of schema public that references an account; stays is true when a trigger refuses updates of its table.';
comment on function private.move_rows(regclass, name, uuid, uuid) is
  'Changes the account of rows from gone to kept and returns {moved, dropped}; when both have a row with the same unique value, the row of gone is deleted.';
comment on function private.move_files(uuid, uuid) is
  'Changes the owner of stored files from one account to another and returns how many.';
comment on function private.merge_obstacles(uuid, uuid) is
  'Returns the reasons why two accounts cannot be merged, before any row is changed: kept_unknown, same, kept_blocked, two_sellers, sellers_permission, kept_no_seller.';
comment on function private.move_everything(uuid, uuid) is
  'Moves all rows and files of an account to another and returns one item per table: {table, moved, dropped}, {table, stays} (append-only) or {table, refused}.';
comment on function private.close_merged(uuid, uuid, jsonb, text) is
  'Blocks the account whose rows were moved, ends its sessions and writes one audit log entry about each account, without personal data.';
comment on function private.merge_accounts(uuid, uuid, text, text, boolean) is
  'Moves all rows and files of one account to another, both with a lower rank than the caller; the role of the remaining account does not change.';
comment on function private.managed_account_of(text) is
  'Returns the account with an e-mail address; null unless exactly one account has it and the caller is a user manager.';
comment on function public.merge_accounts(uuid, text, text, text, boolean) is
  'Merges an account into another and returns {outcome, obstacles, report, kept}: outcome is possible (dry_run), merged or refused, and report lists the rows that move; raises 42501 (rank), and without dry_run 28000 (no recent proof of identity) or 22023 (no reason); the server deletes the empty account afterwards.';

-- sessions
comment on function private.reset_mfa(uuid, text) is
  'Checks that the caller may remove the second factors of an account, writes an audit log entry without personal data, ends the sessions of the account and returns how many; raises 42501 (rank) or 22023 (no reason).';
comment on function public.reset_mfa(uuid, text) is
  'Prepares the removal of the second factors of an account: writes an audit log entry, ends the sessions of the account and returns how many; raises 42501 (rank), 28000 (no recent proof of identity) or 22023 (no reason); the server removes the factors afterwards.';
comment on function public.list_sessions(integer, integer) is
  'Returns one page of the open sessions of all accounts, the last seen first, without IP addresses; raises 42501 without the permission access_log.';
comment on function private.end_session(uuid) is
  'Ends one session of the caller or of an account with a lower rank; returns false when it had already ended; raises 42501 otherwise.';
comment on function public.end_session(uuid) is
  'Ends one session and returns false when it had already ended; raises 42501 without the permission access_log, and for other accounts of the same or a higher rank.';
comment on function public.second_factor_share() is
  'Returns the number of accounts and of those with a second factor for each role other than user; no rows when the auth server has no table of second factors; raises 42501 without the permission access_log.';
comment on table private.recovery_code_tries is
  'Wrong recovery codes of the last 15 minutes; after five, further attempts are refused.';
comment on function public.save_recovery_codes(text[]) is
  'Replaces the caller''s recovery codes by ten SHA-256 hashes; raises 42501 without a live session, 28000 without a recent proof of identity, and 22023 without a second factor or with another number of hashes.';
comment on function public.use_recovery_code(text) is
  'Checks a recovery code and returns accepted, wrong or limited (five wrong ones in 15 minutes); raises 42501 unless the second factor of the caller''s session must still be entered; the server removes the factor afterwards.';

-- tasks
comment on table public.state_assignments is
  'Team members responsible for a state; shows whom to ask and gives no permission to edit.';
comment on function public.set_task_status(uuid, text) is
  'Sets the status of a task that is assigned to the caller, for managers of any task; returns false when there is no such task; raises 42501 unless the caller is staff and 22023 for an unknown status.';

-- duplicates
comment on table records.duplicate_sources is
  'Tables whose duplicate rows are found and merged; item_kind is the kind of their rows in reports and addresses.';
comment on table records.duplicate_pairs is
  'Pairs of similar rows, written by private.note_duplicates(); soft-deleted rows are in no pair.';
comment on table public.duplicate_verdicts is
  'Decisions of the team about two similar rows: different, or merged into one.';
comment on function private.pair_duplicates(text, uuid[]) is
  'Stores pairs of rows that are similar to the given rows, or to any row when ids is null.';
comment on function public.list_duplicates(text, integer, text, boolean) is
  'Returns the 50 most similar pairs of a table that the caller may read: in the same town with very similar names, or with similar names at a distance of at most within metres.';
comment on function public.count_duplicates(text, integer) is
  'Returns per state the number of pairs of list_duplicates without a decision and of those marked as different.';
comment on function public.judge_duplicate(text, uuid, uuid, boolean) is
  'Stores that two rows are not duplicates, or deletes that decision when different is false; runs as the caller, so RLS applies.';
comment on function private.gaps_filled(jsonb, jsonb) is
  'Returns the columns of the kept row that change in a merge, with their new values: empty ones are taken from the other row, lists are joined.';
comment on function private.move_children(regclass, text, uuid, uuid) is
  'Changes every row of any table that references other_id so that it references kept_id, except rows that would violate a unique constraint, and returns how many.';
comment on function public.merge_records(text, uuid, uuid) is
  'Merges the other row into the kept one and returns {outcome: merged, moved}, or the reason why not: same, missing, trashed, elsewhere (another state) or hidden (the kept row is not public); raises 42501 without the permission of the table.';
comment on function public.count_children(text, uuid[]) is
  'Returns per table how many rows reference each of the given rows, from the rows that RLS lets the caller read.';

-- retention
comment on table private.retention_rules is
  'Retention periods, written by migrations only; clock and only_when are SQL expressions on a row of the table.';
comment on column private.retention_rules.clock is 'Start of the retention period of a row.';
comment on column private.retention_rules.deed is
  'What happens after the period: delete (the row), delete_photos (the files of the request, not the request), delete_sale (the sale with its payments, commissions and banner) or delete_pix_key (the Pix key of the seller).';
comment on function private.is_seller_without_business(uuid) is
  'Whether a seller has no sale, commission or payout, which must be kept by law.';
comment on function private.expired_rows(private.retention_rules, integer) is
  'Returns the ctid of rows of one rule whose retention period is over.';
comment on function private.delete_sale(uuid) is
  'Deletes a sale with its banner, commission and payments; triggers queue its signature and receipt files for deletion.';
comment on function private.end_term(private.retention_rules, tid[]) is
  'Applies the deed of a rule to the given rows and returns how many were changed.';
comment on function public.delete_expired_records(integer) is
  'For the worker only: applies every retention rule to at most max_rows rows and returns {rule, deleted, failed}; it is called again until every rule returns 0; failed is the error of a rule.';
comment on function public.queue_abandoned_photos() is
  'For the worker only: queues photos older than two days that no request references for deletion, and returns how many.';
comment on function private.expired_lines(text[]) is
  'Returns one line for each row whose retention period is over, at most 10,000 per rule.';

-- personal data
comment on table public.account_erasures is
  'Requests of accounts to be erased; written by functions only, and deleted with the account.';
comment on function private.erasure_wait() is
  'Returns how long a request to erase the own account can be cancelled; the privacy policy contains the same period.';
comment on function public.request_account_erasure() is
  'Requests the erasure of the caller''s account and returns its due time; a repeated request changes nothing; raises 42501 without an account and 55000 for the last superadministrador.';
comment on function public.cancel_account_erasure() is
  'Cancels the caller''s erasure request; returns false when there is none.';
comment on function private.local_date(timestamptz, text) is
  'Returns the date of a moment in the time zone America/Sao_Paulo, formatted for a mail in the given language.';
comment on table private.personal_rows is
  'Columns by which the rows of a person are found; own: the row is about the person; work: the person worked on a row that is not about them.';
comment on column private.personal_rows.at_erasure is
  'What happens at the erasure of the account: delete: the row is deleted; unlink: the foreign key sets the column to null; clear: this column is set to null; keep: the row is kept for the given reason.';
comment on column private.personal_rows.hidden is
  'Columns about another person that are not exported for rows found by this column.';
comment on table private.personal_columns is
  'Treatment of every column of a table with personal rows, and of "*" for a table without; columns with names of persons, addresses or keys to accounts are declared one by one.';
comment on function private.person_condition(private.personal_rows) is
  'Returns the SQL condition that finds the rows of a person; $1 is the account, $2 its e-mail or null.';
comment on function private.relation_of(private.personal_rows) is
  'Returns the table of a row of private.personal_rows; null while a later migration has not created it yet.';
comment on function private.person_rows(private.personal_rows, uuid, text) is
  'Returns what is exported for one row of private.personal_rows; null without rows; columns that are not declared as exported are left out.';
comment on function private.erase_rows(uuid, text) is
  'Deletes or clears the rows that private.personal_rows declares; rows are found by e-mail only when an address is given.';
comment on function private.erase_account(uuid, uuid) is
  'Erases an account in one transaction and then writes an audit log entry without personal data; raises 22023 for an unknown account and 55000 for the last superadministrador.';
comment on function public.erase_next_account() is
  'For the worker only: tries to erase one account whose waiting time is over and returns its id, also after an error, which it stores in failure; null when there is none.';
comment on function public.delete_account(uuid, text) is
  'Erases an account with a lower rank than the caller; raises 42501 (rank), 28000 (no recent proof of identity) or 22023 (typed_email is not the e-mail of the account).';

-- backups and repairs
comment on table public.backups is
  'List of created backup archives with author and size; the archives themselves are not stored in the database.';
comment on column public.backups.failure is
  'interrupted: its process ended; cancelled: the download was cancelled; error: something could not be read or written.';
comment on table public.repair_jobs is
  'Repairs that were run, with the number of problems found, repaired and remaining.';
comment on function private.backup_tables() is
  'Returns every table of a backup with its number of rows; a restore empties the tables whose rows are left out.';
comment on function private.backup_rows(text, bigint, integer) is
  'Returns rows of one table as JSON text, ordered by primary key, without the data listed in private.backup_secrets; raises 22023 for a table that is not in backups.';
comment on function public.backup_tables() is
  'For the server only: returns every table of a backup with its number of rows.';
comment on function public.backup_rows(text, bigint, integer) is
  'For the server only: returns rows of one table as JSON text, ordered by primary key, without the data listed in private.backup_secrets.';
comment on function public.backup_files() is
  'For the server only: returns every stored file except those of the health checks.';
comment on function private.rebuild_search() is
  'Rebuilds the search documents of routes, cities, places, photo points, clubs and posts, and returns how many were wrong.';
comment on function private.stale_search() is
  'Returns the search documents that are missing, have no source row or differ from it.';
comment on function private.expired_trash(boolean) is
  'Returns the rows that were soft-deleted more than system_trash_days days ago; with true it deletes them permanently.';
comment on function private.broken_redirects() is 'Returns the redirects that end in a loop.';
comment on function private.old_records(boolean) is
  'Returns the rows whose retention period (private.retention_rules) is over; with true it applies the rules, to 10,000 rows of each rule at a time.';
comment on function private.orphan_files() is 'Returns the stored files older than one day that no row references.';
comment on function private.preview_repair(text) is
  'Returns one line for each problem that a repair would fix; raises 42501 without the permission system_repair and 22023 for an unknown repair.';
comment on function private.run_repair(text) is
  'Runs a repair and returns how many problems it fixed; files are deleted by the storage server instead; raises 42501 without the permission system_repair and 22023 for an unknown repair.';
comment on function public.preview_repair(text) is
  'Returns one line for each problem that a repair would fix, and changes nothing; job is one of the values that repair_jobs.job allows; raises 42501 without the permission system_repair.';
comment on function public.run_repair(text) is
  'Runs a repair and returns how many problems it fixed; raises 42501 without the permission system_repair.';
comment on function private.is_missing_picture(text) is
  'Whether an address of this site (/midia/…) has no file; pictures of other sites are not checked.';
comment on function private.broken_images(boolean) is
  'Returns the pictures of this site that rows reference and that have no file; with true it removes the references, and deletes the rows of city_photos and media_assets.';
comment on function private.wrong_covers() is
  'Returns the cities whose has_cover differs from their photos; all other numbers are counted when they are read.';
comment on function private.expired_tokens(boolean) is
  'Returns the unused approval links that expired more than 30 days ago; with true it deletes them.';
comment on table private.backup_secrets is
  'Data that a backup leaves out: treatment null or empty replaces the value, row leaves out the rows of the table; token columns of the auth server are empty, because it reads them as text and cannot read null.';
comment on function private.without_entities(jsonb) is
  'Applies private.without_entities(text) to every text of a JSON document.';
comment on function private.without_entities(text) is
  'Returns a markdown text in which the HTML entities written by the visual editor are replaced by their characters.';
comment on function private.repair_editor_texts() is
  'Replaces the HTML entities of the visual editor in stored texts and returns what it changed; legal documents in force and published versions of forms are not changed.';
comment on function private.end_interrupted_backups() is
  'Sets running backups without a heartbeat in the last 2 minutes to failed (interrupted) and returns how many; safe to run concurrently.';

-- system health
comment on table public.health_checks is 'Results of the checks of the health page; retention period 30 days.';
comment on table public.error_reports is
  'Errors that the error pages of visitors reported; equal errors are counted in one row; no personal data.';
comment on table public.api_keys is
  'List of the API keys of the server with their last characters and expiry date; the keys themselves are not stored.';
comment on function public.report_browser_error(text, text, text) is
  'For the server only: stores or counts an error reported by the browser of a visitor.';
comment on function public.register_api_key(text, text, date) is
  'Stores the last four characters and the expiry date of a key; raises 42501 without the permission api_keys and 22023 unless there are four characters.';

-- search columns
comment on column public.cities.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.city_photos.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.regions.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.tolls.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.toll_prices.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.service_categories.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.services.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.photo_points.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.clubs.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.state_contents.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.emergency_contacts.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.blog_categories.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.blog_posts.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.magazines.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.website_contents.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.faqs.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.glossary_terms.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.legal_documents.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.radio_stations.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.checklist_templates.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.form_templates.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.redirects.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.publication_plans.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.ads.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.admin_tasks.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.state_assignments.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
