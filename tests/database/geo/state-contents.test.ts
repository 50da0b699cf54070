import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";

import type { TransactionSql } from "postgres";

const clear = (tx: TransactionSql) => tx`delete from public.state_contents where state_abbr = 'SC'`;
const insert = (tx: TransactionSql) => tx`
  insert into public.state_contents (state_abbr, headline, intro, best_season, how_to_arrive)
  values ('SC', 'Serra e mar', 'Texto', 'Outono', 'Pela BR-101')`;
const fill = async (tx: TransactionSql) => {
  await clear(tx);
  await insert(tx);
};

describeAccess("state_contents", fill, [
  ["select", ACTORS, "select 1 from public.state_contents where state_abbr = 'SC'"],
  ["insert", EDITORS_UP, insert, clear],
  ["update", EDITORS_UP, "update public.state_contents set headline = 'Outra' where state_abbr = 'SC'"],
  ["delete", EDITORS_UP, clear],
]);
