// Styles belong to the first bytes; the rest waits behind the asynchronous border that Module Federation needs.
import '../../shared/ui/styles.css';

void import('./bootstrap');
