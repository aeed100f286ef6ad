"""Tests of what is known of a program before it runs."""
