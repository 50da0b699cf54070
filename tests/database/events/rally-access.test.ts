import type { TransactionSql } from "postgres";
import { describeAccess } from "../access";
import { ID_OF, NOBODY } from "../actors";
import { addRally, addTap, CREW, STAGE } from "./rally-rows";

// Functions alone read and write these tables: secret controls are in some of them.

async function addAll(tx: TransactionSql): Promise<void> {
  await addRally(tx);
  await addTap(tx);
  await tx`
    insert into public.rally_positions (crew_id, stage_id, account_id, number, points)
    values (${CREW}, ${STAGE}, ${ID_OF.user}, 0, '[[1800000000000, -27.6, -48.55]]')`;
}

describeAccess("rallies", addAll, [
  ["select", NOBODY, "select 1 from public.rallies"],
  ["insert", NOBODY, "insert into public.rallies default values"],
  ["update", NOBODY, "update public.rallies set event_id = event_id"],
  ["delete", NOBODY, "delete from public.rallies"],
]);

describeAccess("rally_stages", addAll, [
  ["select", NOBODY, "select 1 from public.rally_stages"],
  ["insert", NOBODY, "insert into public.rally_stages default values"],
  ["update", NOBODY, "update public.rally_stages set name = name"],
  ["delete", NOBODY, "delete from public.rally_stages"],
]);

describeAccess("rally_sections", addAll, [
  ["select", NOBODY, "select 1 from public.rally_sections"],
  ["insert", NOBODY, "insert into public.rally_sections default values"],
  ["update", NOBODY, "update public.rally_sections set metres = metres"],
  ["delete", NOBODY, "delete from public.rally_sections"],
]);

describeAccess("rally_controls", addAll, [
  ["select", NOBODY, "select 1 from public.rally_controls"],
  ["insert", NOBODY, "insert into public.rally_controls default values"],
  ["update", NOBODY, "update public.rally_controls set kind = kind"],
  ["delete", NOBODY, "delete from public.rally_controls"],
]);

describeAccess("rally_crews", addAll, [
  ["select", NOBODY, "select 1 from public.rally_crews"],
  ["insert", NOBODY, "insert into public.rally_crews default values"],
  ["update", NOBODY, "update public.rally_crews set number = number"],
  ["delete", NOBODY, "delete from public.rally_crews"],
]);

describeAccess("rally_passes", addAll, [
  ["select", NOBODY, "select 1 from public.rally_passes"],
  ["insert", NOBODY, "insert into public.rally_passes default values"],
  ["update", NOBODY, "update public.rally_passes set source = source"],
  ["delete", NOBODY, "delete from public.rally_passes"],
]);

describeAccess("rally_positions", addAll, [
  ["select", NOBODY, "select 1 from public.rally_positions"],
  ["insert", NOBODY, "insert into public.rally_positions default values"],
  ["update", NOBODY, "update public.rally_positions set number = number"],
  ["delete", NOBODY, "delete from public.rally_positions"],
]);
