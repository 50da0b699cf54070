import type { PIX_KEY_TYPES } from "../supabase/database.constants";

export type PixKeyType = (typeof PIX_KEY_TYPES)[number];
