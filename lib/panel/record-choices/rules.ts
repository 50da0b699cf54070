/**
 * Values of columns that a form of the panel offers and that the rules of a domain above the panel decide with. The
 * domain takes them from here, because the panel imports nothing of it.
 */

/** Keys of `public.ad_placements`; a database test checks that they are equal. */
export const PLACEMENTS = ["home_top", "state_home", "list_inline", "route_page", "city_page", "blog_inline"] as const;

/** Stages of a contact for events, in order, and what it can be. */
export const LEAD_STAGES = ["new", "contacted", "negotiating", "won", "lost"] as const;
export const LEAD_KINDS = ["organizer", "sponsor", "food_truck", "exhibitor", "club"] as const;
