import type { BIOMES } from "../../platform/supabase/database-constants/guide";

export type Biome = (typeof BIOMES)[number];
