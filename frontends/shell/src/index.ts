// The asynchronous border that Module Federation needs before anything shared is used.
void import('./bootstrap');
