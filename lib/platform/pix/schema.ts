import type { PIX_KEY_TYPES } from "../supabase/database-constants/commerce";

export type PixKeyType = (typeof PIX_KEY_TYPES)[number];
