import type { BIOMES } from "../../platform/supabase/database.constants";

export type Biome = (typeof BIOMES)[number];
