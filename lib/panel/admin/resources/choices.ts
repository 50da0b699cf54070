import { STAFF_ROLES } from "../../../platform/auth/permissions";
import type { Reference } from "../resource";

/** Option values that several tables share. */
export const SURFACES = ["paved", "mixed", "unpaved"] as const;
export const DRAFT_STATUS = ["draft", "published"] as const;
export const LOCALE_IDS = ["pt-BR", "en-US", "es-419"] as const;
export const MONTHS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] as const;

/** Accounts that tasks can be assigned to. */
export const COLLEAGUES: Reference = {
  table: "profiles",
  key: "id",
  title: "username",
  only: { column: "role", values: STAFF_ROLES },
};

/** Vehicle classes with different toll prices. */
export const VEHICLE_CLASSES = [
  "car",
  "motorcycle",
  "car_trailer_3",
  "car_trailer_4",
  "truck_2",
  "truck_3",
  "bus",
] as const;
