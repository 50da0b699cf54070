-- Renames policies whose names did not say the operation and the table. Their conditions do not change.

alter policy "staff take back what was said of rows of tables they edit" on public.duplicate_verdicts rename to "staff delete duplicate verdicts on tables they edit";
alter policy "staff say that two rows of a table they edit are not the same" on public.duplicate_verdicts rename to "staff add duplicate verdicts on tables they edit";
alter policy "staff read what was said of rows of tables they edit" on public.duplicate_verdicts rename to "staff read duplicate verdicts on tables they edit";
alter policy "staff read which tables of theirs are looked through" on records.duplicate_sources rename to "staff read the duplicate sources of tables they edit";
alter policy "staff read the pairs of tables they edit" on records.duplicate_pairs rename to "staff read the duplicate pairs of tables they edit";
alter policy "anonymous visitors read what pictures show" on public.media_assets rename to "anonymous visitors read media assets";
alter policy "signed-in accounts read what pictures show" on public.media_assets rename to "signed-in accounts read media assets";
alter policy "content editors add pictures as their own" on public.media_assets rename to "content editors add media assets in their own name";
alter policy "content editors describe pictures" on public.media_assets rename to "content editors update media assets";
alter policy "content editors delete pictures" on public.media_assets rename to "content editors delete media assets";
alter policy "repairers write down what was repaired" on public.repair_jobs rename to "repairers add repair jobs";
alter policy "repairers read what was repaired" on public.repair_jobs rename to "repairers read repair jobs";
alter policy "managers add who answers for a state" on public.state_assignments rename to "managers add state assignments";
alter policy "managers update who answers for a state" on public.state_assignments rename to "managers update state assignments";
alter policy "managers delete who answers for a state" on public.state_assignments rename to "managers delete state assignments";
alter policy "managers read who answers for a state, staff its own" on public.state_assignments rename to "managers read all state assignments, staff their own";
alter policy "key managers see which keys there are" on public.api_keys rename to "key managers read keys";
alter policy "health readers keep the checks" on public.health_checks rename to "health readers add checks";
alter policy "health readers clear error reports" on public.error_reports rename to "health readers delete error reports";
alter policy "analytics readers read where visits come from" on public.page_source_daily rename to "analytics readers read daily page sources";
alter policy "ad managers read how often banners were seen" on public.ad_daily_stats rename to "ad managers read daily banner statistics";
alter policy "ad managers delete banners nobody bought" on public.ads rename to "ad managers delete banners without a sale";
drop policy "nobody deletes the signature of a sale" on storage.objects;
create policy "signatures of sales cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'sales-assets' or not private.is_signed(name));
drop policy "nobody deletes the receipt of a payment" on storage.objects;
create policy "receipts of payments cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'payment-receipts' or not private.is_receipt(name));
drop policy "request managers take the photos of places back" on storage.objects;
create policy "request managers delete photos of places" on storage.objects
  for delete to authenticated
  using (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));
drop policy "request managers publish the photos of places" on storage.objects;
create policy "request managers add photos of places" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));
alter policy "everybody reads the places of banners" on public.ad_placements rename to "everybody reads banner placements";
alter policy "anonymous visitors read documents that are visible" on public.search_documents rename to "anonymous visitors read visible search documents";
alter policy "signed-in accounts read documents that are visible" on public.search_documents rename to "signed-in accounts read visible search documents";
alter policy "anonymous visitors read posts whose time has come" on public.blog_posts rename to "anonymous visitors read published posts";
alter policy "signed-in accounts read posts whose time has come, blog editors all" on public.blog_posts rename to "signed-in accounts read published posts, blog editors all";
alter policy "staff keep their own saved views" on public.saved_views rename to "staff add their own saved views";
