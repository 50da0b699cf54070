import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { connect } from "../as-role";
import type { TransactionSql } from "postgres";

const sql = connect();

const clear = (tx: TransactionSql) => tx`delete from public.state_contents where state_abbr = 'SC'`;
const insert = (tx: TransactionSql) => tx`
  insert into public.state_contents (state_abbr, headline, intro, best_season, how_to_arrive)
  values ('SC', 'Serra e mar', 'Texto', 'Outono', 'Pela BR-101')`;
const fill = async (tx: TransactionSql) => {
  await clear(tx);
  await insert(tx);
};

describeAccess(sql, "state_contents", [
  {
    verb: "select",
    can: ACTORS,
    arrange: fill,
    run: (tx) => tx`select 1 from public.state_contents where state_abbr = 'SC'`,
  },
  { verb: "insert", can: EDITORS_UP, arrange: clear, run: insert },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: fill,
    run: (tx) => tx`update public.state_contents set headline = 'Outra' where state_abbr = 'SC'`,
  },
  { verb: "delete", can: EDITORS_UP, arrange: fill, run: clear },
]);
