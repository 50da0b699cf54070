import type { TransactionSql } from "postgres";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, ID_OF } from "../actors";

const CLUB = "00000000-0000-4000-8000-0000000000d1";
const addClub = (tx: TransactionSql) => tx`
  insert into public.clubs (id, name, slug, state_abbr, sources, status)
  values (${CLUB}, 'Clube de teste', 'clube-de-teste', 'SC', '{jornal da cidade}', 'published')`;

async function addMember(tx: TransactionSql): Promise<void> {
  await addClub(tx);
  await tx`insert into public.club_members (club_id, user_id, role) values (${CLUB}, ${ID_OF.user}, 'member')`;
}

async function addOwner(tx: TransactionSql): Promise<void> {
  await addMember(tx);
  await tx`insert into public.club_members (club_id, user_id, role) values (${CLUB}, ${ID_OF.vendedor}, 'owner')`;
}

describeAccess("club_members", addOwner, [
  [
    "select a member",
    ["user", "vendedor", ...EDITORS_UP],
    (tx) => tx`select 1 from public.club_members where user_id = ${ID_OF.user}`,
  ],
  [
    "insert",
    EDITORS_UP,
    (tx) => tx`insert into public.club_members (club_id, user_id, role) values (${CLUB}, ${ID_OF.user}, 'owner')`,
    addClub,
  ],
  ["update", EDITORS_UP, (tx) => tx`update public.club_members set role = 'admin' where user_id = ${ID_OF.user}`],
  ["delete", ["user", ...EDITORS_UP], (tx) => tx`delete from public.club_members where user_id = ${ID_OF.user}`],
]);

async function addSeries(tx: TransactionSql): Promise<void> {
  await addClub(tx);
  await tx`insert into public.event_series (club_id, week, weekday) values (${CLUB}, 5, 0)`;
}
const seriesOf = (tx: TransactionSql) => tx`select 1 from public.event_series where club_id = ${CLUB}`;

describeAccess("event_series", addSeries, [
  ["select", ACTORS, seriesOf],
  ["insert", [], (tx) => tx`insert into public.event_series (club_id, week, weekday) values (${CLUB}, 1, 6)`, addClub],
  ["update", [], (tx) => tx`update public.event_series set week = 1 where club_id = ${CLUB}`],
  ["delete", [], (tx) => tx`delete from public.event_series where club_id = ${CLUB}`],
]);
