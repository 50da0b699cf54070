-- The web server counts (count_redirects); nobody asks this any more, and anybody could have raised the counts by it.
drop function public.follow_redirect(text);
drop function private.follow_redirect(text);
