import type { Reference } from "../resource";
import { STAFF_ROLES } from "../../../platform/supabase/database-constants/platform";

export const DRAFT_STATUS = ["draft", "published"] as const;
export const MONTHS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] as const;

/** Accounts that tasks can be assigned to. */
export const COLLEAGUES: Reference = {
  table: "profiles",
  key: "id",
  title: "username",
  only: { column: "role", values: STAFF_ROLES },
};
