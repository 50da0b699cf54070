/**
 * Values of columns that a form of the panel offers and that the rules of a domain above the panel decide with. The
 * domain takes them from here, because the panel imports nothing of it.
 */

/** Keys of `public.ad_placements`; a database test checks that they are equal. */
export const PLACEMENTS = ["home_top", "state_home", "list_inline", "route_page", "city_page", "blog_inline"] as const;
